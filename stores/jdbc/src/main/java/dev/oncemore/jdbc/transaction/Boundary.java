package dev.oncemore.jdbc.transaction;

import dev.oncemore.jdbc.internal.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How a transaction begins and ends on one connection. */
interface Boundary {

    static Boundary of(Connection connection, @Nullable Isolation isolation) throws SQLException {
        return Dialect.isSqlite(connection)
                ? new SqliteBoundary(connection)
                : new StandardBoundary(connection, isolation);
    }

    void begin() throws SQLException;

    void commit() throws SQLException;

    void rollback() throws SQLException;

    /** Gives the connection back the settings it had, when the transaction has ended or could not begin. */
    void restore() throws SQLException;
}
