package dev.oncemore.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Something to do on a connection. */
@FunctionalInterface
interface SqlWork<T> {
    T on(Connection connection) throws SQLException;
}
