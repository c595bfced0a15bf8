package dev.oncemore.retry;

/** What a circuit breaker does with calls. */
public enum BreakerMode {
    /** Lets them through and counts. */
    CLOSED,
    /** Refuses them. */
    OPEN,
    /** Lets a few probes through to find out. */
    HALF_OPEN
}
