package dev.oncemore.connector;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;

/** Thrown when the accounting system failed, refused a request, or did not answer. */
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

    /** A failure after which the outcome of the request is unknown. */
    public static ConnectorException unknown(String words) {
        return new ConnectorException(Classification.unknownOutcome(words), 0, false);
    }

    @Override
    public Classification classification() {
        return classification;
    }

    /** The HTTP status; 0 when there was no response. */
    public int status() {
        return status;
    }

    /** Whether the document was rejected: nothing was created, and sending it again would be rejected, too. */
    public boolean isRefusal() {
        return classification.kind() == FailureKind.DOMAIN_REJECTION;
    }

    /** Whether the system is locked out for a while, which does not count as an attempt for this document. */
    public boolean isLockedOut() {
        return isHeld;
    }
}
