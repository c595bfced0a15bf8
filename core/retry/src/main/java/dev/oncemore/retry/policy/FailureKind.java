package dev.oncemore.retry.policy;

/** What a failure means for whoever thinks of trying again. */
public enum FailureKind {
    /** It did not happen, and may well work next time: a refused connection, a 503. */
    TRANSIENT(true),
    /** It did not happen, because the other side asks for less: a 429. */
    THROTTLED(true),
    /** Nobody knows whether it happened: the reply was lost. Trying again needs a key or an idempotent call. */
    TIMEOUT_UNKNOWN_OUTCOME(true),
    /** It failed and will fail again: a malformed request, a missing resource. */
    PERMANENT(false),
    /** The other side understood and said no: insufficient funds. That is an answer, not an accident. */
    DOMAIN_REJECTION(false),
    /** A bug on this side: a null, an illegal argument, or a failure that no rule knows. */
    PROGRAMMER_ERROR(false);

    private final boolean retryable;

    FailureKind(boolean retryable) {
        this.retryable = retryable;
    }

    /** Whether another attempt can help at all. */
    public boolean retryable() {
        return retryable;
    }

    /** Whether another attempt is only safe for a call that is idempotent or carries a key. */
    public boolean needsIdempotency() {
        return this == TIMEOUT_UNKNOWN_OUTCOME;
    }
}
