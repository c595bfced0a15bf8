package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * Work that returns a value.
 *
 * @param <T> what it returns
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface Call<T extends @Nullable Object, X extends Exception> extends AttemptCall<T, X> {
    /** Does the work once. */
    T call() throws X;

    @Override
    default T call(Attempt attempt) throws X {
        return call();
    }
}
