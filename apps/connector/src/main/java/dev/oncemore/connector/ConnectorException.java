package dev.oncemore.connector;

import dev.oncemore.OncemoreException;
import dev.oncemore.operations.audit.PlainText;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import java.util.Set;

/** Thrown when the accounting system failed, refused a request, or did not answer. */
public final class ConnectorException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1;
    private static final Set<Integer> STILL_AT_WORK = Set.of(408, 409, 425, 504);
    private static final Set<Integer> NOT_OF_THE_KEY = Set.of(401, 403, 429, 502, 503);

    private final transient Classification classification;
    private final int status;
    private final boolean isHeld;

    ConnectorException(Classification classification, int status, boolean isHeld) {
        super(printable(classification.reason()));
        this.classification = new Classification(
                classification.kind(),
                printable(classification.reason()),
                classification.suggestedDelay(),
                classification.timeout(),
                classification.doubt());
        this.status = status;
        this.isHeld = isHeld;
    }

    /** A failure after which the outcome of the request is unknown. */
    public static ConnectorException unknown(String words) {
        return new ConnectorException(Classification.unknownOutcome(words), 0, false);
    }

    /**
     * Removes characters that some databases cannot store, so that the failure could never be recorded, and those that control a
     * terminal or change the order in which text is shown.
     */
    private static String printable(String words) {
        StringBuilder printable = new StringBuilder(words.length());
        words.codePoints().map(c -> PlainText.isPlain(c) ? c : ' ').forEach(printable::appendCodePoint);
        return printable.toString();
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

    /**
     * Whether a response has ended the request: a look-up sees whatever it did. Without a response, after a gateway's timeout, or
     * while the same key is being served, it may still be at work.
     */
    public boolean isOver() {
        return status != 0 && !STILL_AT_WORK.contains(status);
    }

    /**
     * Whether a system that keeps responses under keys would repeat this one. Responses of gateways, and those about the
     * client rather than the document, are not kept.
     */
    public boolean isKept() {
        return isOver() && !NOT_OF_THE_KEY.contains(status);
    }
}
