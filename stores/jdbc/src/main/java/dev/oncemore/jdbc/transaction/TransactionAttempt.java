package dev.oncemore.jdbc.transaction;

import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One transaction from its connection to its end.
 *
 * <ol>
 *   <li>Take a connection and begin; a failure up to here has done nothing.
 *   <li>Run the work with the thread marked; when the time is over meanwhile, the connection is cut.
 *   <li>Commit. From here on a lost connection leaves the outcome unknown.
 *   <li>Return the connection as it was, or close it when its state is unknown.
 * </ol>
 */
final class TransactionAttempt {
    private final Lease lease;
    private final Boundary boundary;

    private TransactionAttempt(Lease lease, Boundary boundary) {
        this.lease = lease;
        this.boundary = boundary;
    }

    /**
     * Passes the way to cut the connection to the code that may end the attempt early. What waits for the commit is in the list
     * afterwards; the caller runs it outside of the attempt, whose time may be over.
     */
    static <T extends @Nullable Object, X extends Exception> T run(
            DataSource dataSource,
            @Nullable Isolation isolation,
            Consumer<Runnable> canceller,
            List<Runnable> afterCommit,
            TransactionWork<T, X> work)
            throws X {
        afterCommit.clear();
        TransactionAttempt begun = begin(open(dataSource), isolation);
        canceller.accept(begun.lease::cut);
        T value = begun.work(afterCommit, work);
        begun.commit();
        begun.giveBack();
        return value;
    }

    private static Lease open(DataSource dataSource) {
        try {
            return new Lease(dataSource.getConnection());
        } catch (SQLException e) {
            throw notBegun(e, false);
        }
    }

    private static TransactionAttempt begin(Lease lease, @Nullable Isolation isolation) {
        Boundary boundary = null;
        try {
            boundary = Boundary.of(lease.connection(), isolation);
            boundary.begin();
            return new TransactionAttempt(lease, boundary);
        } catch (SQLException | RuntimeException e) {
            boolean dead = lease.isDead();
            release(lease, boundary, e);
            throw notBegun(e, dead);
        } catch (Error e) {
            lease.discard(e); // a pool must not lose a connection to it
            throw e;
        }
    }

    private static TransactionException notBegun(Exception failure, boolean dead) {
        Classification classification = SqlClassifier.standard().classify(failure);
        FailureKind kind = dead || classification.needsIdempotency() ? FailureKind.TRANSIENT : classification.kind();
        return new TransactionException(kind, "the transaction could not begin: " + classification.reason(), failure);
    }

    private <T extends @Nullable Object, X extends Exception> T work(
            List<Runnable> afterCommit, TransactionWork<T, X> work) throws X {
        try {
            T value = OpenTransaction.around(afterCommit::add, () -> work.run(lease.connection()));
            requireIntact();
            return value;
        } catch (Throwable thrown) {
            rollBack(thrown);
            throw thrown;
        }
    }

    /** What was not committed as one can at least be told. */
    private void requireIntact() {
        if (!lease.endWork()) {
            throw new TransactionException(
                    FailureKind.TRANSIENT, "the time was over before COMMIT: the transaction was rolled back", null);
        }
        if (lease.isDead()) {
            throw new TransactionException(
                    FailureKind.PERMANENT,
                    "the connection was closed before COMMIT: nothing was committed; the work must not close it, nor"
                            + " go on after losing it",
                    null);
        }
        if (lease.isAutoCommit()) {
            throw new IllegalStateException(
                    "the work switched auto-commit on, so that what it did is committed in parts; it must not");
        }
    }

    private void commit() {
        try {
            boundary.commit();
        } catch (SQLException | RuntimeException e) {
            TransactionException failure = CommitFailures.explain(e);
            rollBack(failure);
            throw failure;
        } catch (Error e) {
            lease.discard(e);
            throw e;
        }
    }

    private void rollBack(Throwable failure) {
        if (!lease.endWork()) {
            failure.addSuppressed(new RollbackFailedException(null));
            lease.discard(failure);
            return;
        }
        try {
            boundary.rollback();
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(new RollbackFailedException(e));
            lease.discard(failure);
            return;
        }
        release(lease, boundary, failure);
    }

    /** The work is committed: nothing that happens to its connection now may look like a failure of it. */
    private void giveBack() {
        try {
            boundary.restore();
            lease.giveBack();
        } catch (SQLException | RuntimeException e) {
            lease.discard(e);
        }
    }

    /** Cleans up after a failure; further failures are added to it as suppressed. */
    private static void release(Lease lease, @Nullable Boundary boundary, Throwable failure) {
        try {
            if (boundary != null) {
                boundary.restore();
            }
            lease.giveBack();
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
            lease.discard(failure);
        }
    }
}
