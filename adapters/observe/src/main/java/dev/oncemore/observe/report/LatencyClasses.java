package dev.oncemore.observe.report;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts durations in classes, four for each doubling from 16 µs to over two hours: a percentile is at most a quarter
 * too high. Counting is one addition, without allocation.
 */
final class LatencyClasses {
    static final int SIZE = 112;

    private static final int UNIT_BITS = 14;
    private static final int PER_DOUBLING = 4;

    private final LongAdder[] counts = new LongAdder[SIZE];

    LatencyClasses() {
        for (int i = 0; i < SIZE; i++) {
            counts[i] = new LongAdder();
        }
    }

    void add(long nanos) {
        counts[classOf(nanos)].increment();
    }

    void writeTo(long[] sums, int from) {
        for (int i = 0; i < SIZE; i++) {
            sums[from + i] = counts[i].sum();
        }
    }

    private static int classOf(long nanos) {
        long units = Math.max(0, nanos) >>> UNIT_BITS;
        if (units < PER_DOUBLING) {
            return (int) units;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(units);
        int part = (int) (units >>> (exponent - 2)) & (PER_DOUBLING - 1);
        return Math.min(SIZE - 1, (exponent - 1) * PER_DOUBLING + part);
    }

    private static long upperNanos(int index) {
        long units = index < PER_DOUBLING
                ? index + 1L
                : (PER_DOUBLING + index % PER_DOUBLING + 1L) << (index / PER_DOUBLING - 1);
        return units << UNIT_BITS;
    }

    /** The duration that this share of the counted ones did not exceed; zero if none was counted. */
    static Duration percentile(long[] sums, int from, double share) {
        long count = 0;
        for (int i = 0; i < SIZE; i++) {
            count += sums[from + i];
        }
        long wanted = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int i = 0; i < SIZE; i++) {
            seen += sums[from + i];
            if (seen >= wanted) {
                return Duration.ofNanos(upperNanos(i));
            }
        }
        return Duration.ZERO;
    }
}
