package dev.oncemore.http.webhook;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;

/** A message that was not taken this time. Its receiver recognises it by its id, so it may be sent again. */
final class DeliveryException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    DeliveryException(Verdict verdict) {
        super(verdict.reason(), null, false);
        this.verdict = verdict;
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }
}
