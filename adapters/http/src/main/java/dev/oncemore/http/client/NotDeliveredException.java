package dev.oncemore.http.client;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import org.jspecify.annotations.Nullable;

/** A message that a service did not accept, or may not have. */
final class NotDeliveredException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Classification classification;

    NotDeliveredException(Classification classification, @Nullable Throwable cause) {
        super(classification.reason(), cause);
        this.classification = classification;
    }

    @Override
    public Classification classification() {
        return classification;
    }
}
