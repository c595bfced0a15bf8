package dev.oncemore.torture.nemesis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The events of one key or lane, in order: the evidence when a promise is broken. Only the last lines are kept. */
final class Timeline {
    private static final int LINES_MAX = 60;

    private final String subject;
    private final Lines lines;

    private Timeline(String subject, Lines lines) {
        this.subject = subject;
        this.lines = lines;
    }

    /** A new timeline with times since this moment. */
    static Timeline of(String subject, long startNanos) {
        return new Timeline(subject, new Lines(subject, startNanos));
    }

    /** A view that adds lines about a part to this timeline. */
    Timeline of(String part) {
        return new Timeline(part, lines);
    }

    void add(String line) {
        lines.add(subject.equals(lines.title) ? line : subject + ": " + line);
    }

    @Override
    public String toString() {
        return lines.toString();
    }

    /** The lines. */
    private static final class Lines {
        private final String title;
        private final long startNanos;
        private final Deque<String> lines = new ArrayDeque<>();
        private int forgotten;

        private Lines(String title, long startNanos) {
            this.title = title;
            this.startNanos = startNanos;
        }

        synchronized void add(String line) {
            if (lines.size() == LINES_MAX) {
                lines.removeFirst();
                forgotten++;
            }
            double seconds = (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
            lines.addLast(String.format(Locale.ROOT, "%9.3f s  %s", seconds, line));
        }

        @Override
        public synchronized String toString() {
            String earlier = forgotten == 0 ? "" : "(" + forgotten + " earlier lines are left out)\n";
            return title + "\n" + earlier + String.join("\n", lines);
        }
    }
}
