package dev.oncemore.torture.nemesis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What happened to one key or lane, in order: the evidence when a promise is broken. Only the last lines are kept. */
final class Story {
    private static final int LINES_MAX = 60;

    private final String subject;
    private final Pages pages;

    private Story(String subject, Pages pages) {
        this.subject = subject;
        this.pages = pages;
    }

    /** A new story, which tells time from this moment on. */
    static Story of(String subject, long startNanos) {
        return new Story(subject, new Pages(subject, startNanos));
    }

    /** A part of this story, which is told within it. */
    Story of(String part) {
        return new Story(part, pages);
    }

    void add(String line) {
        pages.add(subject.equals(pages.title) ? line : subject + ": " + line);
    }

    @Override
    public String toString() {
        return pages.toString();
    }

    /** The lines. */
    private static final class Pages {
        private final String title;
        private final long startNanos;
        private final Deque<String> lines = new ArrayDeque<>();
        private int forgotten;

        private Pages(String title, long startNanos) {
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
