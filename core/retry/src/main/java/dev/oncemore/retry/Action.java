package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * Work that returns nothing.
 *
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface Action<X extends Exception> extends AttemptCall<@Nullable Void, X> {
    /** Does the work once. */
    void run() throws X;

    @Override
    @SuppressWarnings("NullAway") // its plain mode does not see that T is @Nullable Void here
    default @Nullable Void call(Attempt attempt) throws X {
        run();
        return null;
    }
}
