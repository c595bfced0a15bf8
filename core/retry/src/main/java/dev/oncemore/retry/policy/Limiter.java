package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;

/**
 * How many attempts may run at once, and how long others may queue for a permit.
 *
 * @param concurrency attempts at once; one that timed out but still runs keeps its permit
 * @param queueTimeout how long to wait for a permit; zero means not at all
 * @param queueSize how many calls may wait
 */
public record Limiter(int concurrency, Duration queueTimeout, int queueSize) {

    /** Checks the bounds. */
    public Limiter {
        Bounds.between("limiter concurrency", concurrency, 1, 1_000_000);
        Bounds.notNegative("limiter queue timeout", queueTimeout);
        Bounds.between("limiter queue size", queueSize, 1, 1_000_000);
    }

    /** Allows this many attempts at once; others are refused immediately. */
    public static Limiter concurrency(int concurrency) {
        return new Limiter(concurrency, Duration.ZERO, 1_000);
    }

    /** Lets other calls wait up to this long for a permit. */
    public Limiter queueTimeout(Duration queueTimeout) {
        return new Limiter(concurrency, queueTimeout, queueSize);
    }

    /** Lets at most this many calls wait. */
    public Limiter queueSize(int queueSize) {
        return new Limiter(concurrency, queueTimeout, queueSize);
    }
}
