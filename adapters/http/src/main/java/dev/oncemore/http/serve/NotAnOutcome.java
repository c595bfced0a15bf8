package dev.oncemore.http.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;

/** Tells the engine that a response is not to be kept, and why. */
final class NotAnOutcome extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    private NotAnOutcome(Verdict verdict) {
        super(verdict.reason(), null, false);
        this.verdict = verdict;
    }

    static NotAnOutcome released(String why) {
        return new NotAnOutcome(Verdict.transientFailure(why));
    }

    static NotAnOutcome unknown(String why) {
        return new NotAnOutcome(Verdict.unknownOutcome(why));
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }
}
