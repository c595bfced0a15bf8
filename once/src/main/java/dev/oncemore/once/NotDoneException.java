package dev.oncemore.once;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;
import org.jspecify.annotations.Nullable;

/** An effect that has no value to return; {@link #outcome} says why. */
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

    /** How the call ended. */
    public Outcome<?> outcome() {
        return outcome;
    }

    @Override
    public Verdict verdict() {
        String words = outcome.describe();
        if (outcome instanceof Outcome.InProgress<?> running) {
            return Verdict.throttled(words).notBefore(running.retryAfter());
        }
        if (outcome instanceof Outcome.Failed<?> failed && !failed.isFinal()) {
            return Verdict.transientFailure(words);
        }
        // Safe to repeat although nobody knows: the next call is under the same key.
        if (outcome instanceof Outcome.Unknown<?> unknown && unknown.runsAgain()) {
            return Verdict.transientFailure(words);
        }
        return Verdict.rejected(words);
    }
}
