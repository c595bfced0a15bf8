package dev.oncemore.task.saga;

/** What becomes of a step when nobody knows whether it happened: the reply was lost, or the process died. */
public enum InDoubt {
    /**
     * It is run again with the same {@link StepRun#key}. Right when the other side does the work once per key, or when the work
     * is idempotent by nature.
     */
    RUN_AGAIN,
    /**
     * The saga turns back, and the step is undone with the others. Right when its undo copes with a step that did not happen,
     * or that happens late.
     */
    COMPENSATE
}
