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

    /** The effect that runs this action and returns null. */
    @SuppressWarnings("NullAway") // Void has no other value
    static <X extends Exception> Effect<Void, X> of(ClaimAction<X> action) {
        return claim -> {
            action.run(claim);
            return null;
        };
    }
}
