package dev.oncemore.jdbc.transaction;

import dev.oncemore.retry.AttemptTimeoutException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.SQLException;

/**
 * Classifies failures for a whole transaction. A connection that was lost leaves the outcome of a statement unknown, but
 * not that of its transaction: without COMMIT nothing happened.
 *
 * <p>Returned values are not judged: they are committed by then.
 */
record TransactionClassifier(Classifier ofPolicy) implements Classifier {
    private static final int CAUSES_MAX = 10;

    @Override
    public Classification classify(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable underneath = failure instanceof AttemptTimeoutException && cause != null ? cause : failure;
        if (underneath instanceof TransactionException known) {
            return known.classification();
        }
        Classification classification = verdictOf(failure);
        return classification.needsIdempotency() && RollbackFailedException.isNotedOn(underneath) && isSql(underneath)
                ? Classification.transientFailure(
                        classification.reason() + "; COMMIT was not sent, so nothing was committed")
                : classification;
    }

    private Classification verdictOf(Throwable failure) {
        Classification classification = ofPolicy.classify(failure);
        return classification.kind() == FailureKind.PROGRAMMER_ERROR
                ? SqlClassifier.standard().classify(failure)
                : classification;
    }

    /** A lost reply of anything else than a database stays lost, although the transaction is rolled back. */
    private static boolean isSql(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < CAUSES_MAX; i++) {
            if (at instanceof SQLException) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }
}
