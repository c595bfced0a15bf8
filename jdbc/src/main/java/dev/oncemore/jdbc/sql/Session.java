package dev.oncemore.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where a verb's statements run. */
public sealed interface Session {
    Mode mode();

    <T> T call(SqlWork<T> work);

    /** On a connection of our own for each call. What others undid is repeated, a few times. */
    record Own(DataSource dataSource) implements Session {
        private static final int ATTEMPTS_MAX = 5;

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
        private static <T> T onAutoCommit(Connection connection, SqlWork<T> work) throws SQLException {
            if (connection.getAutoCommit()) {
                return work.on(connection);
            }
            connection.setAutoCommit(true);
            T result = work.on(connection);
            connection.setAutoCommit(false);
            return result;
        }
    }

    /** On the user's connection, as part of the transaction that is open there. */
    record Joined(Connection connection) implements Session {
        public Joined {
            requireTransaction(connection);
        }

        private static void requireTransaction(Connection connection) {
            try {
                if (connection.getAutoCommit()) {
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
