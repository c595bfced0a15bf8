package dev.oncemore.retry;

/** The modes of a circuit breaker. */
public enum BreakerMode {
    /** Admits calls and counts outcomes. */
    CLOSED,
    /** Refuses calls. */
    OPEN,
    /** Admits a few probes to test the dependency. */
    HALF_OPEN,
    /** Refuses calls until it is closed by hand: see {@link BreakerSwitch}. */
    FORCED_OPEN
}
