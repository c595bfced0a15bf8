package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;

/**
 * How many attempts may start within any period, and how long others may wait for their turn. The limit is strict: it
 * holds for every period, not only for those that begin at a tick, and retries and second copies count like first
 * attempts.
 *
 * <pre>{@code
 * RateLimiter.calls(100, Duration.ofSeconds(1)).queueTimeout(Duration.ofMillis(200))
 * RateLimiter.calls(1, Duration.ofMillis(10)) // the same rate without bursts
 * }</pre>
 *
 * @param calls attempts that may start within a period; all of them may start at once
 * @param period the length of the period
 * @param queueTimeout how long to wait for a turn; zero means not at all
 * @param queueSize how many calls may wait
 */
public record RateLimiter(int calls, Duration period, Duration queueTimeout, int queueSize) {

    /** Checks the bounds. */
    public RateLimiter {
        Bounds.between("rate limiter calls", calls, 1, 100_000);
        Bounds.positive("rate limiter period", period);
        Bounds.notNegative("rate limiter queue timeout", queueTimeout);
        Bounds.between("rate limiter queue size", queueSize, 1, 1_000_000);
    }

    /** Allows this many attempts in any such period; others are refused immediately. */
    public static RateLimiter calls(int calls, Duration period) {
        return new RateLimiter(calls, period, Duration.ZERO, 1_000);
    }

    /** Lets other calls wait up to this long for their turn. */
    public RateLimiter queueTimeout(Duration queueTimeout) {
        return new RateLimiter(calls, period, queueTimeout, queueSize);
    }

    /** Lets at most this many calls wait. */
    public RateLimiter queueSize(int queueSize) {
        return new RateLimiter(calls, period, queueTimeout, queueSize);
    }
}
