package dev.oncemore.task.saga;

/**
 * The action of a step.
 *
 * @param <S> the saga's state
 */
@FunctionalInterface
public interface StepAction<S> {
    /**
     * Executes the step, with {@link StepRun#key} for the dependency, and returns the new state, for example with the
     * number of the payment. The state is kept with the step's record.
     */
    S run(S state, StepRun step) throws Exception;
}
