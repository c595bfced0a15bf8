package dev.oncemore.task.saga;

/** What happens to a step if its outcome is unknown: the reply was lost, or the process died. */
public enum InDoubt {
    /**
     * Repeats the step with the same {@link StepRun#key}. Use it if the dependency does the work once per key, or the
     * work is naturally idempotent.
     */
    RUN_AGAIN,
    /**
     * Turns the saga back and undoes the step with the others. Use it if the undo copes with a step that did not
     * happen, or that happens late.
     */
    COMPENSATE
}
