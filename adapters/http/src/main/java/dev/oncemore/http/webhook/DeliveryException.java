package dev.oncemore.http.webhook;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** A failed delivery attempt. The receiver deduplicates messages by id, so it may be repeated. */
final class DeliveryException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Classification classification;

    DeliveryException(Classification classification) {
        super(classification.reason(), null, false);
        this.classification = classification;
    }

    @Override
    public Classification classification() {
        return classification;
    }
}
