package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.Writes;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Write transactions on SQLite. In the user's transaction a write comes first, even if it changes nothing: a transaction that
 * began with a read could no longer write after another one has.
 */
final class SqliteTaskWrites implements Writes {
    private final Writes writes;
    private final String isReadOnly;

    SqliteTaskWrites(Writes writes, Prefix prefix) {
        this.writes = writes;
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
