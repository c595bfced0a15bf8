package dev.oncemore.jdbc.transaction;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import java.sql.SQLException;

/** Distinguishes a COMMIT that the database refused from one with an unknown outcome. In doubt it is unknown. */
final class CommitFailures {
    private CommitFailures() {}

    static TransactionException explain(Exception failure) {
        Classification classification = SqlClassifier.standard().classify(failure);
        if (failure instanceof SQLException answer && isRefusal(answer, classification)) {
            return new TransactionException(
                    classification.kind(), "COMMIT was refused and rolled back: " + classification.reason(), failure);
        }
        return new TransactionException(
                FailureKind.TIMEOUT_UNKNOWN_OUTCOME,
                "COMMIT was sent, but its outcome is unknown; look whether it took effect before doing it again: "
                        + classification.reason(),
                failure);
    }

    private static boolean isRefusal(SQLException answer, Classification classification) {
        String state = String.valueOf(answer.getSQLState());
        if (state.startsWith("08")) {
            return false; // no answer at all, whatever the kind of connection failure
        }
        return switch (classification.kind()) {
            case DOMAIN_REJECTION, THROTTLED -> true;
            // A COMMIT that was cancelled on its way may have passed the point of no return.
            case TRANSIENT -> classification.timeout() == null || classification.timeout() == TimeoutKind.LOCK;
            case PERMANENT, PROGRAMMER_ERROR -> state.startsWith("25"); // the transaction had failed before
            case TIMEOUT_UNKNOWN_OUTCOME -> false;
        };
    }
}
