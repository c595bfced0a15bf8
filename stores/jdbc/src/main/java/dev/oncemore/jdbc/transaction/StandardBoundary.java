package dev.oncemore.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Begins and ends transactions as JDBC describes it. */
final class StandardBoundary implements Boundary {
    private final Connection connection;
    private final @Nullable Isolation isolation;
    private boolean wasAutoCommit;
    private @Nullable Integer levelBefore;

    StandardBoundary(Connection connection, @Nullable Isolation isolation) {
        this.connection = connection;
        this.isolation = isolation;
    }

    @Override
    public void begin() throws SQLException {
        wasAutoCommit = connection.getAutoCommit();
        if (isolation != null) {
            int before = connection.getTransactionIsolation();
            if (before != isolation.level()) {
                connection.setTransactionIsolation(isolation.level());
                levelBefore = before;
            }
        }
        if (wasAutoCommit) {
            connection.setAutoCommit(false);
        }
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void rollback() throws SQLException {
        connection.rollback();
    }

    @Override
    public void restore() throws SQLException {
        if (wasAutoCommit) {
            connection.setAutoCommit(true);
        }
        if (levelBefore != null) {
            connection.setTransactionIsolation(levelBefore);
        }
    }
}
