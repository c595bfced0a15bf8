package dev.oncemore.jdbc.transaction;

import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.batch.BatchTransactions;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Transactions of one attempt each, whose failures tell a policy that knows nothing of SQL whether they may pass. */
record ChunkTransactions(DataSource dataSource, @Nullable Isolation isolation)
        implements BatchTransactions<Connection> {
    /** A fallback that knows no failures, so that only database failures are recognised. */
    private static final SqlClassifier SQL_ONLY = SqlClassifier.before(new NobodyElse());

    @Override
    public void run(Work<Connection> work) throws Exception {
        if (OpenTransaction.isOpen()) {
            throw new IllegalStateException(
                    "a transaction is open on this thread already: a chunk needs one of its own");
        }
        List<Runnable> afterCommit = new ArrayList<>();
        try {
            TransactionAttempt.<Boolean, Exception>run(dataSource, isolation, cut -> {}, afterCommit, connection -> {
                work.run(connection);
                return true;
            });
        } catch (Exception e) {
            throw e instanceof Classified ? e : explained(e);
        }
        afterCommit.forEach(Runnable::run);
    }

    /** Nothing was committed: after a COMMIT the failure would be a {@link TransactionException}. */
    private static Exception explained(Exception failure) {
        Classification classification = SQL_ONLY.classify(failure);
        return switch (classification.kind()) {
            case TRANSIENT, TIMEOUT_UNKNOWN_OUTCOME -> rolledBack(FailureKind.TRANSIENT, classification, failure);
            case THROTTLED -> rolledBack(FailureKind.THROTTLED, classification, failure);
            case PERMANENT, DOMAIN_REJECTION, PROGRAMMER_ERROR -> failure;
        };
    }

    private static TransactionException rolledBack(FailureKind kind, Classification classification, Exception failure) {
        return new TransactionException(kind, "the transaction was rolled back: " + classification.reason(), failure);
    }

    /** Recognises nothing. */
    private static final class NobodyElse implements Classifier {
        @Override
        public Classification classify(Throwable failure) {
            return Classification.programmerError(failure.toString());
        }
    }
}
