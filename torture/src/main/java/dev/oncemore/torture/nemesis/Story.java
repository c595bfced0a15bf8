package dev.oncemore.torture.nemesis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What happened to one key or task, in order: the evidence when a promise is broken. Only the last lines are kept. */
final class Story {
    private static final int LINES_MAX = 40;

    private final String subject;
    private final long startNanos;
    private final Deque<String> lines = new ArrayDeque<>();
    private int forgotten;

    Story(String subject, long startNanos) {
        this.subject = subject;
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
        return subject + "\n" + earlier + String.join("\n", lines);
    }
}
