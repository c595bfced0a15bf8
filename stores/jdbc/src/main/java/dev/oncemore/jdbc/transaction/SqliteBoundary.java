package dev.oncemore.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Begins transactions on SQLite with the write lock in hand, whatever the connection's {@code transaction_mode} is.
 *
 * <p>The driver begins a transaction when auto-commit is switched off, and another one right after each commit. In
 * immediate mode this second one takes the write lock again, and when it finds it taken, the driver reports the commit
 * that did succeed as "busy". Hence no immediate mode, but a BEGIN IMMEDIATE of our own; and no {@code commit()}, but
 * auto-commit switched on, which commits and begins nothing.
 */
final class SqliteBoundary implements Boundary {
    private final Connection connection;
    private boolean wasAutoCommit;
    private boolean triedCommit;

    SqliteBoundary(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void begin() throws SQLException {
        wasAutoCommit = connection.getAutoCommit();
        try {
            connection.setAutoCommit(false);
            execute("rollback");
            execute("begin immediate");
        } catch (SQLException e) {
            agreeAgain(e);
            throw e;
        }
    }

    /** The driver believes that a transaction is open; without one it could not leave that state again. */
    private void agreeAgain(SQLException failure) {
        try {
            execute("begin deferred");
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void commit() throws SQLException {
        triedCommit = true;
        connection.setAutoCommit(true);
    }

    /** After a commit that failed, the driver believes that no transaction is open, although there is. */
    @Override
    public void rollback() throws SQLException {
        if (triedCommit) {
            execute("rollback");
        } else {
            connection.rollback();
        }
    }

    /** Called even if the driver has nothing to do, because a pool in front of it tracks the state itself. */
    @Override
    public void restore() throws SQLException {
        connection.setAutoCommit(wasAutoCommit);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
