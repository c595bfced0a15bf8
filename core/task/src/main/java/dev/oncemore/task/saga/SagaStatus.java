package dev.oncemore.task.saga;

/** Where a saga stands, derived from its task and its records; nothing stores it. */
public enum SagaStatus {
    /** It goes from step to step. */
    RUNNING,
    /** All steps are done. */
    COMPLETED,
    /** A step can not be done: those that were, or may have been, are taken back from the last to the first. */
    COMPENSATING,
    /** All of them are taken back. */
    COMPENSATED,
    /** Nothing happens by itself any more: a step can not be taken back, or its task was given up. A person must act. */
    STUCK;

    /** Whether nothing will happen to it by itself any more. */
    public boolean isEnd() {
        return this != RUNNING && this != COMPENSATING;
    }
}
