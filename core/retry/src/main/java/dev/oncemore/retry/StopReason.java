package dev.oncemore.retry;

/** Why a call was not retried. */
public enum StopReason {
    /** All attempts are used up. */
    ATTEMPTS,
    /** The deadline has passed, or would have before the next attempt. */
    DEADLINE,
    /** The retry budget of the dependency is used up. */
    BUDGET,
    /** The circuit breaker is open. */
    BREAKER,
    /** The limiter had no free permit. */
    LIMITER,
    /** The rate limiter had no permit in time. */
    RATE_LIMITER,
    /** A retry cannot help. */
    NOT_RETRYABLE,
    /** The effect may have happened, and the call is neither idempotent nor keyed. */
    UNKNOWN_OUTCOME,
    /** An outer engine owns the retries. */
    NESTED,
    /** A database transaction is open: the whole transaction must be retried, not a call inside it. */
    TRANSACTION,
    /** The dependency asked for a longer wait than the policy allows. */
    HINT,
    /** The thread was interrupted. */
    INTERRUPTED,
    /** The caller cancelled the future or completed it otherwise. */
    CANCELLED,
    /** The timer or the executor refused the next attempt. */
    UNSCHEDULED
}
