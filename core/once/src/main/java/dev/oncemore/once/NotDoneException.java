package dev.oncemore.once;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import org.jspecify.annotations.Nullable;

/** Thrown for an effect without a value; {@link #outcome} states why. */
public final class NotDoneException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Outcome<?> outcome;

    NotDoneException(Outcome<?> outcome) {
        super(outcome.describe(), causeOf(outcome));
        this.outcome = outcome;
    }

    private static @Nullable Throwable causeOf(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Failed<?> failed) {
            return failed.cause().orElse(null);
        }
        return outcome instanceof Outcome.Unknown<?> unknown ? unknown.cause().orElse(null) : null;
    }

    /** The outcome of the call. */
    public Outcome<?> outcome() {
        return outcome;
    }

    @Override
    public Classification classification() {
        String words = outcome.describe();
        if (outcome instanceof Outcome.InProgress<?> running) {
            return Classification.throttled(words)
                    .notBefore(running.retryAfter())
                    .with(Doubt.RAISES);
        }
        if (outcome instanceof Outcome.Failed<?> failed) {
            // A failed record is not in doubt: this is a definite answer for the key.
            return (failed.isFinal() ? Classification.rejected(words) : Classification.transientFailure(words))
                    .with(Doubt.SETTLES);
        }
        if (outcome instanceof Outcome.Mismatch<?>) {
            return Classification.rejected(words).with(Doubt.LEAVES);
        }
        // It may have happened. Calling again with the same key is safe, and helps unless a person must decide.
        boolean helps = outcome instanceof Outcome.Deposed<?>
                || (outcome instanceof Outcome.Unknown<?> unknown && unknown.runsAgain());
        return (helps ? Classification.transientFailure(words) : Classification.permanent(words)).with(Doubt.RAISES);
    }
}
