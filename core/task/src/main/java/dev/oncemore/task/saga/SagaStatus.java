package dev.oncemore.task.saga;

/** The status of a saga, derived from its task and its records rather than stored. */
public enum SagaStatus {
    /** The steps are being executed. */
    RUNNING,
    /** All steps are done. */
    COMPLETED,
    /** A step failed for good: completed steps, and those in doubt, are being undone from the last to the first. */
    COMPENSATING,
    /** All of them are undone. */
    COMPENSATED,
    /** The saga does not continue on its own: a step cannot be undone, or its task was given up. A person must act. */
    STUCK;

    /** Whether the saga does not continue on its own. */
    public boolean isEnd() {
        return this != RUNNING && this != COMPENSATING;
    }
}
