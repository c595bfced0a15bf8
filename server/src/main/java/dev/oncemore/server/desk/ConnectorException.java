package dev.oncemore.server.desk;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Verdict;

/** The accounting API did not do what it was asked. */
final class ConnectorException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1;

    private final transient Verdict verdict;

    ConnectorException(Verdict verdict) {
        super(verdict.reason());
        this.verdict = verdict;
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }

    /** Whether it said no to this document: nothing was created, and the same again would get the same answer. */
    boolean isRefusal() {
        return verdict.kind() == FailureKind.DOMAIN_REJECTION;
    }
}
