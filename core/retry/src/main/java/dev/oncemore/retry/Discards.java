package dev.oncemore.retry;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Ends what an engine no longer needs. Failures of user code are counted and reported, and end nothing else. */
final class Discards {
    private Discards() {}

    /** Closes a value that will not reach the caller. */
    static void discard(Core core, @Nullable Object value) {
        if (value instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Throwable e) {
                core.hookFailed("close", e);
            }
        }
    }

    /** Cancels a stage whose result is no longer needed. */
    static void cancel(Core core, CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (Throwable e) {
            core.hookFailed("cancel", e);
        }
    }

    /** Runs the cancel hooks of an attempt on the executor, because they may block. */
    static void runCancelHooks(Core core, Attempt attempt) {
        for (Runnable hook : attempt.cancel()) {
            try {
                core.executor.execute(() -> {
                    try {
                        hook.run();
                    } catch (Throwable e) {
                        core.hookFailed("cancel hook", e);
                    }
                });
            } catch (Throwable e) {
                core.hookFailed("cancel hook", e);
            }
        }
    }
}
