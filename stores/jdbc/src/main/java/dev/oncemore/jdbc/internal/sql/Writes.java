package dev.oncemore.jdbc.internal.sql;



import java.sql.Connection;
import java.sql.SQLException;

/** How several statements become one transaction. */
@FunctionalInterface
public interface Writes {
    /** Runs the work in a transaction of its own, or as part of the user's. */
    <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException;
}
