package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Something to do on a connection. */
@FunctionalInterface
public interface SqlWork<T> {
    T on(Connection connection) throws SQLException;
}
