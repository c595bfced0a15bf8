package dev.oncemore.desk.send;

import dev.oncemore.OncemoreException;
import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorException;
import dev.oncemore.desk.document.Receipt;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.once.Claim;
import dev.oncemore.once.Reconciled;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import java.util.Optional;

/**
 * Creates a document in the accounting system, and looks it up there: before it is sent again, after an unknown outcome, and when
 * it is refused after an earlier attempt.
 */
final class DocumentCreation {
    private final Sheets sheets;

    DocumentCreation(Sheets sheets) {
        this.sheets = sheets;
    }

    Receipt create(Claim claim, SendAttempt attempt) throws InterruptedException {
        // A withdrawal looks at claims after it changed the rows; this looks at the rows after the claim. One sees the
        // other.
        if (sheets.rows()
                .isWithdrawn(
                        attempt.request().sheet(),
                        attempt.request().document(),
                        attempt.request().revision())) {
            throw new Withdrawn();
        }
        boolean canFind = attempt.system().canFind(attempt.sheet().type().word());
        // A document that is sent again may exist, whatever its earlier attempts reported.
        if (attempt.request().revision() > 0 && canFind) {
            Optional<Receipt> earlier = lookUp(claim, attempt);
            if (earlier.isPresent()) {
                return earlier.get();
            }
        }
        AccountingSystem.Made made;
        try {
            made = attempt.system().create(attempt.outgoing());
        } catch (ConnectorException e) {
            boolean hadOthers =
                    attempt.task().attempt() > 1 || attempt.request().revision() > 0;
            if (e.isRefusal() && hadOthers && canFind) {
                return lookUpRefused(claim, attempt, e);
            }
            throw e;
        }
        claim.created(attempt.sheet().type().word(), made.id());
        return new Receipt(
                made.id(), attempt.request().origin(), attempt.document().content(), made.link());
    }

    /** Looks the document up after a refusal, which may be due to an earlier attempt that created it. */
    private static Receipt lookUpRefused(Claim claim, SendAttempt attempt, ConnectorException refusal)
            throws InterruptedException {
        Optional<Receipt> earlier;
        try {
            earlier = lookUp(claim, attempt);
        } catch (ConnectorException e) {
            throw ConnectorException.unknown(refusal.classification().reason()
                    + "; whether an earlier attempt created it could not be asked: " + SendResults.words(e));
        }
        return earlier.orElseThrow(() -> refusal);
    }

    private static Optional<Receipt> lookUp(Claim claim, SendAttempt attempt) throws InterruptedException {
        Optional<AccountingSystem.Found> found;
        try {
            found = attempt.system().find(attempt.outgoing());
        } catch (ConnectorException e) {
            // Only the question was refused, not the document.
            throw e.isRefusal() ? ConnectorException.unknown("the look-up was refused: " + SendResults.words(e)) : e;
        }
        found.ifPresent(one -> claim.created(attempt.sheet().type().word(), one.id()));
        return found.map(one -> new Receipt(
                one.id(),
                attempt.request().origin(),
                one.isSame() ? attempt.document().content() : "",
                ""));
    }

    static Reconciled<Receipt> reconcile(Claim claim, SendAttempt attempt) throws InterruptedException {
        if (!attempt.system().canFind(attempt.sheet().type().word())) {
            return Reconciled.unknown();
        }
        return Reconciled.happenedIfPresent(lookUp(claim, attempt));
    }

    /** The rows were withdrawn before anything was sent. */
    static final class Withdrawn extends OncemoreException implements Classified {
        private static final long serialVersionUID = 1;

        Withdrawn() {
            super("it was withdrawn");
        }

        @Override
        public Classification classification() {
            return Classification.transientFailure("it was withdrawn");
        }
    }
}
