package dev.oncemore.connector;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;

/** The accounting system did not do what it was asked. */
public final class ConnectorException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1;

    private final transient Classification classification;
    private final int status;
    private final boolean isHeld;

    ConnectorException(Classification classification, int status, boolean isHeld) {
        super(classification.reason());
        this.classification = classification;
        this.status = status;
        this.isHeld = isHeld;
    }

    /** The outcome of the request is unknown. */
    public static ConnectorException unknown(String words) {
        return new ConnectorException(Classification.unknownOutcome(words), 0, false);
    }

    @Override
    public Classification classification() {
        return classification;
    }

    /** What it answered; 0 when there was no answer. */
    public int status() {
        return status;
    }

    /** Whether it said no to this document: nothing was created, and the same again would get the same answer. */
    public boolean isRefusal() {
        return classification.kind() == FailureKind.DOMAIN_REJECTION;
    }

    /** Whether the accounting system is locked for a while; this does not count as an attempt. */
    public boolean isLockedOut() {
        return isHeld;
    }
}
