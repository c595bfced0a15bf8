package dev.oncemore.once;

import org.jspecify.annotations.Nullable;

/**
 * An effect that must happen once.
 *
 * @param <T> what it returns
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface Effect<T extends @Nullable Object, X extends Exception> {
    /** Runs the effect under this claim. */
    T run(Claim claim) throws X;
}
