package dev.oncemore.once;

/**
 * An effect that must happen once and returns nothing.
 *
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface ClaimAction<X extends Exception> {
    /** Runs the effect under this claim. */
    void run(Claim claim) throws X;
}
