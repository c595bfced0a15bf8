package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * Work that returns a value and wants to know about its attempt: which one it is, how much time is left, which key to
 * send.
 *
 * @param <T> what it returns
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface AttemptCall<T extends @Nullable Object, X extends Exception> {
    /** Does the work once. */
    T call(Attempt attempt) throws X;
}
