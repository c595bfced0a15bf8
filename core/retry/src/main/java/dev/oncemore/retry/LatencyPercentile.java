package dev.oncemore.retry;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A running 95th percentile of durations, accurate to about 6 %: a histogram with sixteen buckets per power of two,
 * whose counts are halved every 4,096 samples.
 */
final class LatencyPercentile {
    private static final double SHARE = 0.95;
    private static final int STEPS_BITS = 4;
    private static final int STEPS = 1 << STEPS_BITS;
    private static final int REFRESH_EVERY = 16;
    private static final int FORGET_EVERY = 4_096;

    private final AtomicIntegerArray buckets = new AtomicIntegerArray((64 - STEPS_BITS + 1) * STEPS);
    private final AtomicLong samples = new AtomicLong();
    private volatile long percentileNanos;

    void add(long durationNanos) {
        buckets.incrementAndGet(bucket(Math.max(0, durationNanos)));
        long count = samples.incrementAndGet();
        if (count % FORGET_EVERY == 0) {
            forgetHalf();
        }
        if (count % REFRESH_EVERY == 0 || count < REFRESH_EVERY) {
            percentileNanos = compute();
        }
    }

    long samples() {
        return samples.get();
    }

    long nanos() {
        return percentileNanos;
    }

    private void forgetHalf() {
        for (int i = 0; i < buckets.length(); i++) {
            buckets.getAndUpdate(i, count -> count / 2);
        }
    }

    private long compute() {
        long total = 0;
        for (int i = 0; i < buckets.length(); i++) {
            total += buckets.get(i);
        }
        long rank = (long) Math.ceil(total * SHARE);
        long seen = 0;
        for (int i = 0; i < buckets.length(); i++) {
            seen += buckets.get(i);
            if (seen >= rank && seen > 0) {
                return upperBound(i);
            }
        }
        return 0;
    }

    /** Each value below 16 has its own bucket; above, sixteen buckets share each power of two. */
    private static int bucket(long value) {
        if (value < STEPS) {
            return (int) value;
        }
        int power = 63 - Long.numberOfLeadingZeros(value);
        int step = (int) (value >>> (power - STEPS_BITS)) & (STEPS - 1);
        return (power - STEPS_BITS + 1) * STEPS + step;
    }

    private static long upperBound(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int power = bucket / STEPS + STEPS_BITS - 1;
        long width = 1L << (power - STEPS_BITS);
        return (1L << power) + (bucket % STEPS + 1) * width - 1;
    }
}
