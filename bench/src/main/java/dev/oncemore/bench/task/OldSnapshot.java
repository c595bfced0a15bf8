package dev.oncemore.bench.task;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A transaction that stays open and may read everything as it was: nothing that was deleted since can be cleaned up. */
final class OldSnapshot implements AutoCloseable {
    private final Connection connection;

    private OldSnapshot(Connection connection) {
        this.connection = connection;
    }

    static OldSnapshot take(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
        return new OldSnapshot(connection);
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
