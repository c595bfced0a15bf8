package dev.oncemore.jdbc.internal.task;


import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.SqliteWrites;
import dev.oncemore.jdbc.internal.sql.Writes;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Write transactions on SQLite. In the user's a write comes first, even if it changes nothing: one that began by reading could
 * not write any more once somebody else has.
 */
final class SqliteTaskWrites implements Writes {
    private final SqliteWrites writes;
    private final String isReadOnly;

    SqliteTaskWrites(Dialect database, Prefix prefix) {
        writes = SqliteWrites.of(database);
        isReadOnly = prefix.in("DELETE FROM ${prefix}task WHERE seq = -1");
    }

    @Override
    public <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        return writes.write(connection, mode, c -> {
            if (mode == Mode.JOINED) {
                Query.update(c, isReadOnly, parameters -> {});
            }
            return work.on(c);
        });
    }
}
