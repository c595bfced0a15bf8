package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Transactions as JDBC has them. Our own are at READ COMMITTED whatever the server's default is, so that each statement sees
 * what others have committed, and locks no gaps.
 */
public final class PlainWrites implements Writes {
    @Override
    public <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        if (mode == Mode.JOINED) {
            return work.on(connection);
        }
        int isolation = connection.getTransactionIsolation();
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        T result = transact(connection, work);
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(isolation);
        }
        return result;
    }

    /** On failure the caller closes the connection, and with it any state that a pool does not reset. */
    private static <T> T transact(Connection connection, SqlWork<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.on(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException e) {
            try {
                connection.rollback();
                connection.setAutoCommit(true);
            } catch (SQLException also) {
                e.addSuppressed(also); // the connection is gone, and the transaction with it
            }
            throw e;
        }
    }
}
