package dev.oncemore.retry;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Starts work that completes later. It must not block; use
 * {@link Retry#callAsync(Safety, java.util.concurrent.Executor, AttemptCall)} for blocking work.
 *
 * @param <T> the type of its result
 */
@FunctionalInterface
public interface AsyncWork<T extends @Nullable Object> {
    /** Starts one attempt. */
    CompletionStage<T> start(Attempt attempt) throws Exception;
}
