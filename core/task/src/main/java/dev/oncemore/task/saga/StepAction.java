package dev.oncemore.task.saga;

/**
 * What a step does.
 *
 * @param <S> the saga's state
 */
@FunctionalInterface
public interface StepAction<S> {
    /**
     * Does it, with {@link StepRun#key} for the other side, and answers the state with what it brought: the number of the
     * payment, say. The state is kept with the step's record.
     */
    S run(S state, StepRun step) throws Exception;
}
