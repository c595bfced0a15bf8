package dev.oncemore.once.record;

/** Where an effect stands. */
public enum RecordState {
    /** Somebody is at it, until the lease runs out. */
    RUNNING,
    /** It happened; its outcome is replayed. */
    SUCCEEDED,
    /** It was refused for good; the refusal is replayed. */
    FAILED_FINAL,
    /** It did not happen, and may be tried again under the same key. */
    FAILED_RETRYABLE,
    /** Nobody knows whether it happened; a person or a reconcile function must say, or it runs again, as declared. */
    UNKNOWN;

    /** Whether the outcome is settled and is replayed from now on. */
    public boolean isFinished() {
        return this == SUCCEEDED || this == FAILED_FINAL;
    }
}
