package dev.oncemore.once;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;

/** An effect that has no value to return; {@link #outcome} says why. */
public final class NotDoneException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Outcome<?> outcome;

    NotDoneException(Outcome<?> outcome) {
        super(
                outcome.describe(),
                outcome instanceof Outcome.Failed<?> failed ? failed.cause().orElse(null) : null);
        this.outcome = outcome;
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
        return Verdict.rejected(words);
    }
}
