package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where a verb's statements run. */
public sealed interface Session {
    Mode mode();

    <T> T call(SqlWork<T> work);

    /**
     * On a connection of our own for each call. What others undid is repeated, a few times.
     *
     * @param autoCommits whether connections of this data source commit by themselves when nobody's transaction is open
     */
    record Own(DataSource dataSource, boolean autoCommits) implements Session {
        private static final int ATTEMPTS_MAX = 5;

        public static Own on(DataSource dataSource) {
            try (Connection connection = dataSource.getConnection()) {
                return new Own(dataSource, connection.getAutoCommit());
            } catch (SQLException e) {
                throw StoreFailures.noConnection(e);
            }
        }

        @Override
        public Mode mode() {
            return Mode.OWN;
        }

        @Override
        public <T> T call(SqlWork<T> work) {
            for (int attempt = 1; ; attempt++) {
                try (Connection connection = open()) {
                    return onAutoCommit(connection, work);
                } catch (SQLException e) {
                    if (attempt == ATTEMPTS_MAX || !SqlFailures.isConflict(e)) {
                        throw StoreFailures.of(e, Mode.OWN);
                    }
                }
            }
        }

        private Connection open() {
            try {
                return dataSource.getConnection();
            } catch (SQLException e) {
                throw StoreFailures.noConnection(e);
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

        /** Whoever is bound to the caller's transaction would have us commit it, half done as it is. */
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
