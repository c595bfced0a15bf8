package dev.oncemore.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection that is ours for one transaction. While the work runs, another thread may cut it; after that it is too late
 * to cut, because the connection may soon have another user.
 */
final class Lease {
    private final Connection connection;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WORK);

    Lease(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Cuts the connection to unblock the work, whose caller no longer waits. */
    void cut() {
        if (phase.compareAndSet(Phase.WORK, Phase.CUT)) {
            abort(connection);
        }
    }

    /** From now on it cannot be cut; false when it has been. */
    boolean endWork() {
        return phase.compareAndSet(Phase.WORK, Phase.ENDED) || phase.get() == Phase.ENDED;
    }

    boolean isDead() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    boolean isAutoCommit() {
        try {
            return connection.getAutoCommit();
        } catch (SQLException e) {
            return false; // COMMIT will meet the same trouble, and tell it
        }
    }

    /** Back to its pool. */
    void giveBack() throws SQLException {
        endWork();
        connection.close();
    }

    /** Closes the connection instead of returning it to its pool, because its state is unknown. */
    void discard(Throwable failure) {
        endWork();
        abort(connection);
        try {
            if (!connection.isClosed()) {
                // SQLite's driver does not abort anything; under a pool's wrapper its connection must be closed for
                // good.
                connection.unwrap(Connection.class).close();
            }
            connection.close();
        } catch (SQLException | RuntimeException e) {
            if (!e.equals(failure)) { // nothing suppresses itself
                failure.addSuppressed(e);
            }
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is closed in any case; abort only spares the wait for a server that does not answer.
        }
    }

    private enum Phase {
        WORK,
        CUT,
        ENDED
    }
}
