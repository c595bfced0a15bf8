package dev.oncemore.retry;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Starts work that ends later. It must not block; blocking work goes to {@link Retry#callAsync(Safety,
 * java.util.concurrent.Executor, AttemptCall)}.
 *
 * @param <T> what the work ends with
 */
@FunctionalInterface
public interface AsyncWork<T extends @Nullable Object> {
    /** Starts one attempt. */
    CompletionStage<T> start(Attempt attempt) throws Exception;
}
