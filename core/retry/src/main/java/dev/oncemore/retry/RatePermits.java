package dev.oncemore.retry;

import dev.oncemore.retry.policy.RateLimiter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The runtime state of a {@link RateLimiter}: a ring with one slot per call, which holds when that slot's last attempt
 * starts.
 *
 * <ol>
 *   <li>A slot is taken again a period after its last start at the earliest, so that no period ever holds more starts
 *       than there are slots, whatever the order in which threads take them.
 *   <li>{@code turn} points to the oldest slot. A thread takes the slot first and moves the turn on second; one that
 *       finds the slot taken moves the turn on for it.
 *   <li>A start may lie in the future: the caller has taken the slot and waits. If it is cancelled, the slot stays
 *       taken.
 * </ol>
 *
 * <p>No lock and no allocation. Readings are compared by difference, because the ticker may wrap.
 */
final class RatePermits {
    private final AtomicLongArray starts;
    private final AtomicLong turn = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final long periodNanos;
    private final long queueTimeoutNanos;
    private final int queueSize;

    RatePermits(RateLimiter limiter, long nowNanos) {
        periodNanos = limiter.period().toNanos();
        queueTimeoutNanos = limiter.queueTimeout().toNanos();
        queueSize = limiter.queueSize();
        starts = new AtomicLongArray(limiter.calls());
        for (int i = 0; i < starts.length(); i++) {
            starts.set(i, nowNanos - periodNanos);
        }
    }

    long queueTimeoutNanos() {
        return queueTimeoutNanos;
    }

    /** Takes a permit if one is free now. */
    boolean tryAcquire(long nowNanos) {
        return take(nowNanos, 0) >= 0;
    }

    /**
     * Takes a permit within this wait: returns how long to wait for it, after which {@link #arrive} must be called if
     * that is over zero. If there is none in time, or too many calls wait, returns the negative time until one is free.
     */
    long reserve(long nowNanos, long waitMaxNanos) {
        if (waiting.incrementAndGet() > queueSize) {
            waiting.decrementAndGet();
            return take(nowNanos, 0);
        }
        long wait = take(nowNanos, Math.max(0, waitMaxNanos));
        if (wait <= 0) {
            waiting.decrementAndGet();
        }
        return wait;
    }

    /** Ends a wait, because the turn has come or the call was cancelled. */
    void arrive() {
        waiting.decrementAndGet();
    }

    int queued() {
        return waiting.get();
    }

    private long take(long nowNanos, long waitMaxNanos) {
        int size = starts.length();
        while (true) {
            long at = turn.get();
            int slot = (int) (at % size);
            long last = starts.get(slot);
            if (last - starts.get(slot + 1 == size ? 0 : slot + 1) > 0) {
                turn.compareAndSet(at, at + 1); // newer than the next one: already taken
                continue;
            }
            long start = later(nowNanos, last + periodNanos);
            long wait = start - nowNanos;
            if (wait > waitMaxNanos) {
                return -wait;
            }
            // Noted not before its predecessor, although a slower thread brings an older reading: this keeps the order.
            if (starts.compareAndSet(slot, last, later(start, starts.get(slot == 0 ? size - 1 : slot - 1)))) {
                turn.compareAndSet(at, at + 1);
                return wait;
            }
        }
    }

    private static long later(long oneNanos, long otherNanos) {
        return oneNanos - otherNanos >= 0 ? oneNanos : otherNanos;
    }
}
