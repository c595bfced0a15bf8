package dev.oncemore.task.saga;

/**
 * What takes a step back.
 *
 * @param <S> the saga's state
 */
@FunctionalInterface
public interface StepUndo<S> {
    /**
     * Takes it back, with the state as the last step left it. It may be run more than once, with the same key. When {@link
     * StepRun#isInDoubt}, the step may not have happened, or may yet happen: the other side must then see to it, by {@link
     * StepRun#stepKey}, that nothing is left of it.
     */
    void run(S state, StepRun step) throws Exception;
}
