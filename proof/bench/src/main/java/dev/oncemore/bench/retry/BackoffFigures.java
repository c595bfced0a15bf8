package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Subject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of many calls that wait in backoff at once.
 *
 * @param calls the number of calls
 * @param waiting how many of them waited when the heap was measured
 * @param timerThreads the number of timer threads
 * @param heapMegabytes the heap in use after a collection while they waited, less what was in use before them
 * @param halfLateMillis the median delay of second attempts
 * @param mostLateMillis the p99 delay of second attempts
 * @param latestMillis the greatest delay of second attempts
 */
record BackoffFigures(
        int calls,
        long waiting,
        int timerThreads,
        double heapMegabytes,
        double halfLateMillis,
        double mostLateMillis,
        double latestMillis) {
    static final String CASE = "backoff-million";
    static final String WAITING = "calls waiting";
    static final String THREADS = "timer threads";
    static final String HEAP = "MB heap";
    static final String HEAP_PER_CALL = "B heap/call";
    static final String LATE_P50 = "ms late p50";
    static final String LATE_P99 = "ms late p99";
    static final String LATEST = "ms late most";

    private static final double MEGABYTE = 1 << 20;

    /** The prefix of a line with these figures. */
    private static final String MARK = "backoff-figures ";

    private static final int FIELDS = 7;

    /** Computes the figures from the delay of every call, in any order. */
    static BackoffFigures of(long waiting, int timerThreads, double heapMegabytes, long[] lateNanos) {
        long[] sorted = lateNanos.clone();
        Arrays.sort(sorted);
        return new BackoffFigures(
                sorted.length,
                waiting,
                timerThreads,
                heapMegabytes,
                millis(sorted, 0.50),
                millis(sorted, 0.99),
                millis(sorted, 1));
    }

    private static double millis(long[] sorted, double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, rank - 1)] / 1e6;
    }

    /** Formats the figures as one line, to pass them from one JVM to another. */
    String line() {
        return Stream.of(calls, waiting, timerThreads, heapMegabytes, halfLateMillis, mostLateMillis, latestMillis)
                .map(String::valueOf)
                .collect(Collectors.joining(" ", MARK, ""));
    }

    /** Parses a line of {@link #line}, if this is one. */
    static Optional<BackoffFigures> parse(String line) {
        String[] fields = line.startsWith(MARK) ? line.substring(MARK.length()).split(" ", -1) : new String[0];
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        return Optional.of(new BackoffFigures(
                Integer.parseInt(fields[0]),
                Long.parseLong(fields[1]),
                Integer.parseInt(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5]),
                Double.parseDouble(fields[6])));
    }

    List<Figure> figures() {
        return List.of(
                figure(WAITING, (double) waiting),
                figure(THREADS, timerThreads),
                figure(HEAP, heapMegabytes),
                figure(HEAP_PER_CALL, heapMegabytes * MEGABYTE / calls),
                figure(LATE_P50, halfLateMillis),
                figure(LATE_P99, mostLateMillis),
                figure(LATEST, latestMillis));
    }

    private static Figure figure(String metric, double value) {
        return Figure.of(CASE, Subject.ONCEMORE, metric, value);
    }
}
