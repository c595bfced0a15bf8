package dev.oncemore.retry.policy;

/** What a failure means for a retry. */
public enum FailureKind {
    /** The effect did not happen, and a retry may succeed: a refused connection, a 503. */
    TRANSIENT(true),
    /** The effect did not happen, because the dependency asks for fewer requests: a 429. */
    THROTTLED(true),
    /** The effect may have happened: the reply was lost. A retry requires a key or an idempotent call. */
    TIMEOUT_UNKNOWN_OUTCOME(true),
    /** The call failed and will fail again: a malformed request, a missing resource. */
    PERMANENT(false),
    /** The dependency understood the request and rejected it: insufficient funds. */
    DOMAIN_REJECTION(false),
    /** A bug in the calling code: a null, an illegal argument, or a failure that matches no rule. */
    PROGRAMMER_ERROR(false);

    private final boolean retryable;

    FailureKind(boolean retryable) {
        this.retryable = retryable;
    }

    /** Whether a retry can help. */
    public boolean retryable() {
        return retryable;
    }

    /** Whether a retry is safe only for idempotent or keyed calls. */
    public boolean needsIdempotency() {
        return this == TIMEOUT_UNKNOWN_OUTCOME;
    }
}
