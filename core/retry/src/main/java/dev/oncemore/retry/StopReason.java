package dev.oncemore.retry;

/** Why a call was not attempted again. */
public enum StopReason {
    /** All attempts are used. */
    ATTEMPTS,
    /** The deadline has passed, or would have before the next attempt. */
    DEADLINE,
    /** Too many of the dependency's calls are retries already. */
    BUDGET,
    /** The circuit breaker is open. */
    BREAKER,
    /** No place in the limiter. */
    LIMITER,
    /** Trying again cannot help. */
    NOT_RETRYABLE,
    /** It may have happened, and the call is neither idempotent nor keyed. */
    UNKNOWN_OUTCOME,
    /** An engine further out owns the retries. */
    NESTED,
    /** A database transaction is open: the whole transaction must be retried, not a call inside it. */
    TRANSACTION,
    /** The other side asked for a longer wait than the policy allows. */
    HINT,
    /** The thread was interrupted. */
    INTERRUPTED,
    /** The caller cancelled the future, or ended it in some other way. */
    CANCELLED,
    /** The timer or the executor refused the next attempt. */
    UNSCHEDULED
}
