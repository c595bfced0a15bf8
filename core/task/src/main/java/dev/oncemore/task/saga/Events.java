package dev.oncemore.task.saga;

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
