package dev.oncemore.task;

import dev.oncemore.time.Time;

/** A token bucket: so many a second on average, at most a second's worth at once. Guarded by whoever owns it. */
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

    /** Takes up to so many; answers how many there were. */
    int take(int wanted) {
        fill();
        int taken = (int) Math.min(wanted, tokens);
        tokens -= taken;
        return taken;
    }

    void giveBack(int unused) {
        tokens = Math.min(burst, tokens + unused);
    }

    /** How long until there is one. */
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
