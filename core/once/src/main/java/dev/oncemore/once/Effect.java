package dev.oncemore.once;

import org.jspecify.annotations.Nullable;

/**
 * What must happen once.
 *
 * @param <T> what it returns
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface Effect<T extends @Nullable Object, X extends Exception> {
    /** Does it, under this claim. */
    T run(Claim claim) throws X;
}
