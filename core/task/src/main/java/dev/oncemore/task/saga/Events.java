package dev.oncemore.task.saga;

import dev.oncemore.task.RunScope;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Passes events to the listener.
 *
 * @param listener the listener; null if there is none
 */
record Events(@Nullable SagaListener listener) {
    private static final Logger LOG = System.getLogger("dev.oncemore.task.saga");

    RunScope begin(String saga, StepRun run, boolean undo) {
        if (listener == null) {
            return RunScope.NONE;
        }
        try {
            RunScope scope = listener.onStep(saga, run, undo);
            return scope == null ? RunScope.NONE : scope;
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the listener threw on onStep", e);
            return RunScope.NONE;
        }
    }

    void end(RunScope scope, boolean succeeded, String outcome) {
        try {
            scope.end(succeeded, outcome);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the listener threw at the end of a step", e);
        }
    }

    void emit(SagaEvent event) {
        if (listener != null) {
            try {
                listener.on(event);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "the listener threw on " + event, e);
            }
        }
    }
}
