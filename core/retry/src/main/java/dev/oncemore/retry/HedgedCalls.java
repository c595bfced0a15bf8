package dev.oncemore.retry;

import dev.oncemore.internal.Rethrow;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Blocking calls that may be hedged. Both copies run on other threads while the caller waits: hedging needs a second
 * thread, and a caller that can abandon a slow copy.
 */
final class HedgedCalls {
    private HedgedCalls() {}

    static <T extends @Nullable Object, X extends Exception> T call(Core core, Safety safety, AttemptCall<T, X> work)
            throws X {
        AsyncCall<T> call = start(core, safety, work);
        GaveUp interrupted = awaitOrInterrupt(call);
        if (interrupted != null) {
            throw GaveUpException.wrapping(interrupted);
        }
        try {
            return call.join();
        } catch (CompletionException e) {
            throw Rethrow.<X>as(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    static <T extends @Nullable Object> CallResult<T> tryCall(Core core, Safety safety, AttemptCall<T, ?> work) {
        AsyncCall<T> call = start(core, safety, work);
        GaveUp interrupted = awaitOrInterrupt(call);
        GaveUp gaveUp = interrupted != null ? interrupted : call.gaveUp();
        if (gaveUp != null && gaveUp.failure() instanceof Error error) {
            throw error;
        }
        Duration elapsed = Duration.ofNanos(call.progress().elapsedNanos());
        return gaveUp != null
                ? new CallResult.Failure<>(gaveUp)
                : new CallResult.Success<>(call.join(), call.progress().attempts(), elapsed);
    }

    /** Waits for the end of the call. If this thread is interrupted first, cancels the call and returns its facts. */
    private static @Nullable GaveUp awaitOrInterrupt(AsyncCall<?> call) {
        try {
            Object unused = call.handle((value, failure) -> Boolean.TRUE).get();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a stage that handles every outcome never fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return call.interrupted(e);
        }
    }

    private static <T extends @Nullable Object> AsyncCall<T> start(Core core, Safety safety, AttemptCall<T, ?> work) {
        return AsyncCall.start(
                core, safety, Frame.current(), ThreadedWork.on(core.blockingExecutor(), work, core.time));
    }
}
