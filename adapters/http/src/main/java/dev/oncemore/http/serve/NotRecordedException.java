package dev.oncemore.http.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** Signals to the engine that a response is not kept, and why. */
final class NotRecordedException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Classification classification;

    private NotRecordedException(Classification classification) {
        super(classification.reason(), null, false);
        this.classification = classification;
    }

    static NotRecordedException released(String why) {
        return new NotRecordedException(Classification.transientFailure(why));
    }

    static NotRecordedException unknown(String why) {
        return new NotRecordedException(Classification.unknownOutcome(why));
    }

    @Override
    public Classification classification() {
        return classification;
    }
}
