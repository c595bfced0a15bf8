package dev.oncemore.http.webhook;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** A message that was not taken this time. Its receiver recognises it by its id, so it may be sent again. */
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
