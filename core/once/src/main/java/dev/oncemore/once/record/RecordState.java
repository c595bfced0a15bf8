package dev.oncemore.once.record;

/** The state of an effect. */
public enum RecordState {
    /** An owner is running it under a lease. */
    RUNNING,
    /** It happened; its outcome is replayed. */
    SUCCEEDED,
    /** It was refused permanently; the refusal is replayed. */
    FAILED_FINAL,
    /** It did not happen, and may be retried with the same key. */
    FAILED_RETRYABLE,
    /** It may have happened; a person or a reconciler must decide, or it runs again, as declared. */
    UNKNOWN;

    /** Whether the outcome is settled and is replayed from now on. */
    public boolean isFinished() {
        return this == SUCCEEDED || this == FAILED_FINAL;
    }
}
