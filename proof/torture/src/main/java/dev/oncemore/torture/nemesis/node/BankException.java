package dev.oncemore.torture.nemesis.node;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;

/** The bank's refusal, or the lack of a reply. */
final class BankException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    BankException(Verdict verdict) {
        super(verdict.reason());
        this.verdict = verdict;
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }
}
