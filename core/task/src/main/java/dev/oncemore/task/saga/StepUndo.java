package dev.oncemore.task.saga;

/**
 * Undoes a step.
 *
 * @param <S> the saga's state
 */
@FunctionalInterface
public interface StepUndo<S> {
    /**
     * Undoes the step, with the state after the last step. It may run more than once, with the same key. If
     * {@link StepRun#isInDoubt}, the step may not have happened, or may still happen: the dependency must then ensure,
     * by {@link StepRun#stepKey}, that nothing is left of it.
     */
    void run(S state, StepRun step) throws Exception;
}
