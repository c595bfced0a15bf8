package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection for a purpose of its own. */
@FunctionalInterface
public interface ConnectionOpener {
    Connection open() throws SQLException;
}
