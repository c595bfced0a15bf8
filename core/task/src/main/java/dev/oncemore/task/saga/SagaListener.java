package dev.oncemore.task.saga;

import dev.oncemore.task.RunScope;

/** Receives events of sagas, on the threads that run them; it should be fast. */
@FunctionalInterface
public interface SagaListener {
    /** Called for an event. */
    void on(SagaEvent event);

    /**
     * Called on the step's thread before a step, or its undo, is attempted; the returned scope is told the end there.
     * Steps that are already done are not attempted.
     */
    default RunScope onStep(String saga, StepRun run, boolean undo) {
        return RunScope.NONE;
    }
}
