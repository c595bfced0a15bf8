package dev.oncemore.once;

import org.jspecify.annotations.Nullable;

/**
 * Handles each kind of outcome, see {@link Outcome#fold}. Kinds that are not overridden go to {@link #otherwise}.
 *
 * @param <T> what the effect returns
 * @param <R> the type of the result
 */
public interface OutcomeVisitor<T extends @Nullable Object, R extends @Nullable Object> {
    /** The effect happened, now or earlier. */
    default R done(Outcome.Done<T> done) {
        return otherwise(done);
    }

    /** The effect happened, but its value is missing. */
    default R doneWithoutValue(Outcome.DoneWithoutValue<T> done) {
        return otherwise(done);
    }

    /** The effect failed, finally or retryably. */
    default R failed(Outcome.Failed<T> failed) {
        return otherwise(failed);
    }

    /** The key was used with another payload. */
    default R mismatch(Outcome.Mismatch<T> mismatch) {
        return otherwise(mismatch);
    }

    /** Another caller is running the effect. */
    default R inProgress(Outcome.InProgress<T> running) {
        return otherwise(running);
    }

    /** The outcome of the effect is unknown. */
    default R unknown(Outcome.Unknown<T> unknown) {
        return otherwise(unknown);
    }

    /** The effect ran, but its claim had been lost. */
    default R deposed(Outcome.Deposed<T> deposed) {
        return otherwise(deposed);
    }

    /** An outcome of any other kind. */
    R otherwise(Outcome<T> outcome);
}
