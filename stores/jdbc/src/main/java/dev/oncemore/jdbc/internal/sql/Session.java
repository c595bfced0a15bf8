package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.StoreRetry;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Classification;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Where a verb's statements run. */
public sealed interface Session {
    Mode mode();

    <T> T call(SqlWork<T> work);

    /**
     * On a connection of our own for each call. A call that others undid is repeated, unless an engine around it does that.
     *
     * @param autoCommits whether connections of this data source commit each statement when no transaction is open
     */
    record Own(DataSource dataSource, boolean autoCommits) implements Session {
        private static final Retry CONFLICTS = Retry.of(
                StoreRetry.policy("jdbc-store").classifier(Own::conflictsOnly).build());

        public static Own on(DataSource dataSource) {
            try (Connection connection = dataSource.getConnection()) {
                return new Own(dataSource, connection.getAutoCommit());
            } catch (SQLException e) {
                throw StoreFailures.noConnection(e);
            }
        }

        private static Classification conflictsOnly(Throwable failure) {
            return failure.getCause() instanceof SQLException cause && SqlFailures.isConflict(cause)
                    ? Classification.transientFailure(String.valueOf(failure.getMessage()))
                    : Classification.permanent(String.valueOf(failure.getMessage()));
        }

        @Override
        public Mode mode() {
            return Mode.OWN;
        }

        /** Whatever the caller's deadline: a call that may have taken effect has to be answered. */
        @Override
        public <T> T call(SqlWork<T> work) {
            return repeated(() -> callOnce(work));
        }

        /** As {@link #call}, for work that finds a connection itself. */
        <T> T callUnconnected(Unconnected<T> work) {
            return repeated(() -> {
                try {
                    return work.run();
                } catch (SQLException e) {
                    throw StoreFailures.of(e, Mode.OWN);
                }
            });
        }

        /** Statements on a connection that they find themselves. */
        @FunctionalInterface
        interface Unconnected<T> {
            T run() throws SQLException;
        }

        private static <T> T repeated(Supplier<T> call) {
            try {
                return Deadline.without(() -> CONFLICTS.call(Safety.idempotent(), call::get));
            } catch (GaveUpException e) {
                throw e.getCause() instanceof StoreException failure ? failure : e;
            }
        }

        private <T> T callOnce(SqlWork<T> work) {
            try (Connection connection = open()) {
                return onAutoCommit(connection, work);
            } catch (SQLException e) {
                throw StoreFailures.of(e, Mode.OWN);
            }
        }

        private Connection open() {
            try {
                return dataSource.getConnection();
            } catch (SQLException e) {
                throw StoreFailures.noConnection(e);
            }
        }

        /** A connection that commits each statement; {@link #giveBack} returns it. */
        Connection openForTurns() {
            Connection connection = open();
            try {
                if (!connection.getAutoCommit()) {
                    requireNobodysTransaction();
                    connection.setAutoCommit(true);
                }
                return connection;
            } catch (SQLException | RuntimeException e) {
                giveBack(connection);
                throw e instanceof SQLException failure ? StoreFailures.of(failure, Mode.OWN) : (RuntimeException) e;
            }
        }

        /** The work on it has ended, so a failure concerns nobody. */
        void giveBack(Connection connection) {
            try (connection) {
                if (!autoCommits) {
                    connection.setAutoCommit(false);
                }
            } catch (SQLException | RuntimeException e) {
                // The pool drops a connection that cannot be closed.
            }
        }

        /** One statement is one transaction and one round trip, also with a pool that would rather have it otherwise. */
        private <T> T onAutoCommit(Connection connection, SqlWork<T> work) throws SQLException {
            if (connection.getAutoCommit()) {
                return work.on(connection);
            }
            requireNobodysTransaction();
            connection.setAutoCommit(true); // commits what is open, which is nothing
            T result = work.on(connection);
            connection.setAutoCommit(false);
            return result;
        }

        /** A connection that is bound to the caller's transaction would be committed here, half done as it is. */
        private void requireNobodysTransaction() {
            if (autoCommits) {
                throw new IllegalStateException(
                        "this data source handed out a connection whose auto-commit is off, unlike"
                                + " when the store was opened: a transaction may be open there. The store needs connections of its"
                                + " own: give it a data source that is not bound to the caller's transaction (with Spring, the one"
                                + " that TransactionAwareDataSourceProxy wraps), and whose pool resets auto-commit");
            }
        }
    }

    /** On the user's connection, as part of the transaction that is open there. */
    record Joined(Connection connection) implements Session {
        public Joined {
            requireTransaction(connection);
        }

        private static void requireTransaction(Connection connection) {
            try {
                if (connection.getAutoCommit() && !SqliteWrite.isOpenOn(connection)) {
                    throw new IllegalStateException("the connection has no open transaction to join: call"
                            + " setAutoCommit(false) first, and commit when all is done");
                }
            } catch (SQLException e) {
                throw StoreFailures.of(e, Mode.JOINED);
            }
        }

        @Override
        public Mode mode() {
            return Mode.JOINED;
        }

        @Override
        public <T> T call(SqlWork<T> work) {
            try {
                return work.on(connection);
            } catch (SQLException e) {
                throw StoreFailures.of(e, Mode.JOINED);
            }
        }
    }
}
