package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Turns several statements into one transaction. */
@FunctionalInterface
public interface Writes {
    /** Runs the work in a transaction of its own, or as part of the user's. */
    <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException;

    /** The same for a single statement, which is a transaction by itself. */
    default <T> T writeOne(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        return work.on(connection);
    }

    /** Runs the work in a transaction of its own, on a connection of this session. */
    default <T> T transact(Session.Own session, SqlWork<T> work) {
        return session.call(connection -> write(connection, Mode.OWN, work));
    }
}
