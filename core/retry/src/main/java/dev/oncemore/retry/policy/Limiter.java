package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;

/**
 * How many attempts may run at once, and how long others may queue for a place.
 *
 * @param concurrency attempts at once; one that timed out but still runs keeps its place
 * @param queueTimeout how long to wait for a place; zero means not at all
 * @param queueSize how many may wait
 */
public record Limiter(int concurrency, Duration queueTimeout, int queueSize) {

    /** A limiter within its bounds. */
    public Limiter {
        Bounds.between("limiter concurrency", concurrency, 1, 1_000_000);
        Bounds.notNegative("limiter queue timeout", queueTimeout);
        Bounds.between("limiter queue size", queueSize, 1, 1_000_000);
    }

    /** At most that many attempts at once; others are turned away at once. */
    public static Limiter concurrency(int concurrency) {
        return new Limiter(concurrency, Duration.ZERO, 1_000);
    }

    /** Others wait up to this long for a place. */
    public Limiter queueTimeout(Duration queueTimeout) {
        return new Limiter(concurrency, queueTimeout, queueSize);
    }

    /** No more than that many wait. */
    public Limiter queueSize(int queueSize) {
        return new Limiter(concurrency, queueTimeout, queueSize);
    }
}
