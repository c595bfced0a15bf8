package dev.oncemore.task;

import dev.oncemore.time.Time;

/** A token bucket: a rate per second on average, with a burst of one second's worth. Guarded by its owner. */
final class RateBucket {
    private static final double SECOND_NANOS = 1e9;

    private final Time time;
    private final double perSecond;
    private final double burst;
    private double tokens;
    private long filledNanos;

    RateBucket(Time time, double perSecond) {
        this.time = time;
        this.perSecond = perSecond;
        burst = Math.max(1, perSecond);
        tokens = 1;
        filledNanos = time.nanoTime();
    }

    /** Takes up to this many tokens; returns how many there were. */
    int take(int wanted) {
        fill();
        int taken = (int) Math.min(wanted, tokens);
        tokens -= taken;
        return taken;
    }

    void giveBack(int unused) {
        tokens = Math.min(burst, tokens + unused);
    }

    /** How long until the next token. */
    long nanosUntilNext() {
        fill();
        return tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) / perSecond * SECOND_NANOS);
    }

    private void fill() {
        long now = time.nanoTime();
        tokens = Math.min(burst, tokens + (now - filledNanos) / SECOND_NANOS * perSecond);
        filledNanos = now;
    }
}
