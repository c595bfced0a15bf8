package dev.oncemore.lab.sim;

import java.util.Arrays;

/** Counts of durations by size, accurate to 3 %: 32 buckets for each doubling. Grows with the longest duration. */
public final class LatencyHistogram {
    private static final int STEP_BITS = 5;
    private static final int STEPS = 1 << STEP_BITS;

    private int[] counts = new int[0];
    private long total;
    private long sumNanos;

    /** An empty histogram. */
    public LatencyHistogram() {}

    /** Adds a duration. */
    public void add(long nanos) {
        int bucket = bucket(Math.max(0, nanos));
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, bucket + STEPS);
        }
        counts[bucket]++;
        total++;
        sumNanos += nanos;
    }

    /** How many were added. */
    public long total() {
        return total;
    }

    /** The mean in milliseconds; 0 without any. */
    public double meanMillis() {
        return total == 0 ? 0 : sumNanos / 1e6 / total;
    }

    /** The duration in milliseconds that this share does not exceed; 0 without any. */
    public double millisAt(double share) {
        long rank = (long) Math.ceil(total * share);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return middleNanos(i) / 1e6;
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        return (power - STEP_BITS + 1) * STEPS + (int) (nanos >>> (power - STEP_BITS)) - STEPS;
    }

    private static double middleNanos(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int power = bucket / STEPS + STEP_BITS - 1;
        double width = 1L << (power - STEP_BITS);
        return (STEPS + bucket % STEPS) * width + width / 2;
    }
}
