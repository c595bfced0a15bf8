package dev.oncemore.torture.nemesis.node;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** The bank's refusal, or the lack of a reply. */
final class BankException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Classification classification;

    BankException(Classification classification) {
        super(classification.reason());
        this.classification = classification;
    }

    @Override
    public Classification classification() {
        return classification;
    }
}
