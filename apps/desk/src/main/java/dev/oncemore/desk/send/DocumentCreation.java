package dev.oncemore.desk.send;

import dev.oncemore.OncemoreException;
import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorException;
import dev.oncemore.desk.document.CreatedDocument;
import dev.oncemore.once.Claim;
import dev.oncemore.once.Reconciled;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates a document in the accounting system, and looks it up there: before it is sent again, after an unknown outcome, when it is
 * refused after an earlier attempt, and when the last attempt ends without a clear answer.
 */
final class DocumentCreation {
    private final DocumentRefusals refusals;

    DocumentCreation(DocumentRefusals refusals) {
        this.refusals = refusals;
    }

    CreatedDocument create(Claim claim, SendAttempt attempt) throws InterruptedException {
        if (!attempt.isWanted()) {
            throw new NotSent("it was withdrawn or sent again", null);
        }
        try {
            attempt.document();
        } catch (IllegalArgumentException | NoSuchElementException e) {
            throw new NotSent("its rows make no document", e);
        }
        // A document that is sent again may exist, whatever its earlier attempts reported.
        boolean isSentAgain = attempt.request().revision() > 0 || attempt.refusals() > 0 || attempt.isAsking();
        if (isSentAgain && attempt.canFind() && !attempt.isLookedUp()) {
            Optional<CreatedDocument> earlier = lookUp(claim, attempt);
            if (earlier.isPresent()) {
                return earlier.get();
            }
        }
        if (attempt.isAsking()) {
            throw attempt.isLookedUp() ? new NotThere("it is not there", 0) : ConnectorException.unknown("no look-up");
        }
        AccountingSystem.Made made;
        try {
            made = attempt.system().create(attempt.outgoing());
        } catch (ConnectorException e) {
            return afterFailure(claim, attempt, e);
        }
        claim.created(attempt.name().type().word(), made.id());
        return new CreatedDocument(made.id(), attempt.request().origin(), attempt.content(), made.link());
    }

    private CreatedDocument afterFailure(Claim claim, SendAttempt attempt, ConnectorException failure)
            throws InterruptedException {
        if (failure.isRefusal()) {
            boolean hadOthers = claim.attempt() > 1 || attempt.request().revision() > 0;
            Optional<CreatedDocument> earlier =
                    hadOthers && attempt.canFind() ? lookUpRefused(claim, attempt, failure) : Optional.empty();
            if (earlier.isPresent()) {
                return earlier.get();
            }
            refused(attempt, failure);
            throw failure;
        }
        boolean isUnknown = failure.classification().kind() == FailureKind.TIMEOUT_UNKNOWN_OUTCOME;
        if (!isUnknown || !attempt.isLast() || !attempt.canFind()) {
            throw failure;
        }
        return lastLookUp(claim, attempt, failure);
    }

    /** The key's next revision is due if the system would repeat its answer under this one. */
    private void refused(SendAttempt attempt, ConnectorException failure) {
        if (failure.isKept()) {
            refusals.add(attempt.name().key(), attempt.refusals());
        }
    }

    /** Looks the document up after a refusal, which may be due to an earlier attempt that created it. */
    private static Optional<CreatedDocument> lookUpRefused(Claim claim, SendAttempt attempt, ConnectorException refusal)
            throws InterruptedException {
        try {
            return lookUp(claim, attempt);
        } catch (ConnectorException e) {
            throw ConnectorException.unknown(refusal.classification().reason()
                    + "; whether an earlier attempt created it could not be asked: " + SendResults.words(e));
        }
    }

    /**
     * Decides after the last attempt: found, it is created; absent, it is not, unless the request may still be at work. If the look-up
     * fails, too, the outcome stays unknown.
     */
    private CreatedDocument lastLookUp(Claim claim, SendAttempt attempt, ConnectorException failure)
            throws InterruptedException {
        Optional<CreatedDocument> found;
        try {
            found = lookUp(claim, attempt);
        } catch (ConnectorException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        if (found.isPresent()) {
            return found.get();
        }
        if (!failure.isOver()) {
            throw failure;
        }
        refused(attempt, failure);
        throw new NotThere(failure.classification().reason(), failure.status());
    }

    private static Optional<CreatedDocument> lookUp(Claim claim, SendAttempt attempt) throws InterruptedException {
        Optional<AccountingSystem.Found> found;
        try {
            found = attempt.system().find(attempt.outgoing());
        } catch (ConnectorException e) {
            // Only the question was refused, not the document.
            throw e.isRefusal() ? ConnectorException.unknown("the look-up was refused: " + SendResults.words(e)) : e;
        }
        attempt.lookedUp();
        found.ifPresent(one -> claim.created(attempt.name().type().word(), one.id()));
        return found.map(one ->
                new CreatedDocument(one.id(), attempt.request().origin(), one.isSame() ? attempt.content() : "", ""));
    }

    static Reconciled<CreatedDocument> reconcile(Claim claim, SendAttempt attempt) throws InterruptedException {
        if (!attempt.isWanted() || !attempt.canFind()) {
            return Reconciled.unknown();
        }
        try {
            return Reconciled.happenedIfPresent(lookUp(claim, attempt));
        } catch (ConnectorException e) {
            attempt.lookUpFailed(e);
            return Reconciled.unknown();
        }
    }

    /** Nothing was sent: its rows were withdrawn or sent again, have come to an end, or make no document. */
    static final class NotSent extends OncemoreException implements Classified {
        private static final long serialVersionUID = 1;

        private final String reason;

        NotSent(String reason, @Nullable RuntimeException cause) {
            super(reason, cause);
            this.reason = reason;
        }

        @Override
        public Classification classification() {
            return Classification.transientFailure(reason);
        }
    }

    /** Nothing was created: the accounting system was asked after the last attempt. */
    static final class NotThere extends OncemoreException implements Classified {
        private static final long serialVersionUID = 1;

        private final String reason;
        private final int status;

        NotThere(String reason, int status) {
            super(reason);
            this.reason = reason;
            this.status = status;
        }

        @Override
        public Classification classification() {
            return Classification.transientFailure(reason).with(Doubt.SETTLES);
        }

        String reason() {
            return reason;
        }

        int status() {
            return status;
        }
    }
}
