package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * Work that returns a value and uses its attempt: the attempt's number, the remaining time, the key to send.
 *
 * @param <T> what it returns
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface AttemptCall<T extends @Nullable Object, X extends Exception> {
    /** Does the work once. */
    T call(Attempt attempt) throws X;
}
