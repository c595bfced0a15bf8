package dev.oncemore.server.desk.connector;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Verdict;

/** The accounting system did not do what it was asked. */
public final class ConnectorException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1;

    private final transient Verdict verdict;
    private final int status;
    private final boolean isHeld;

    ConnectorException(Verdict verdict, int status, boolean isHeld) {
        super(verdict.reason());
        this.verdict = verdict;
        this.status = status;
        this.isHeld = isHeld;
    }

    /** Nobody knows what became of the request. */
    public static ConnectorException unknown(String words) {
        return new ConnectorException(Verdict.unknownOutcome(words), 0, false);
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }

    /** What it answered; 0 when there was no answer. */
    public int status() {
        return status;
    }

    /** Whether it said no to this document: nothing was created, and the same again would get the same answer. */
    public boolean isRefusal() {
        return verdict.kind() == FailureKind.DOMAIN_REJECTION;
    }

    /** Whether it speaks to nobody for a while: that is no attempt at this document. */
    public boolean isLockedOut() {
        return isHeld;
    }
}
