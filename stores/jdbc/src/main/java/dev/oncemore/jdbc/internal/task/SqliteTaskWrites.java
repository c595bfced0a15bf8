package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.SqliteWrites;
import dev.oncemore.jdbc.internal.sql.Writes;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Write transactions on SQLite. In the user's transaction a write comes first, even if it changes nothing: a transaction that
 * began with a read could no longer write after another one has. Transactions of our own begin with the write lock.
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
            if (mode == Mode.JOINED && !SqliteWrites.hasWriteLock(c)) {
                Query.update(c, isReadOnly, parameters -> {});
            }
            return work.on(c);
        });
    }

    @Override
    public <T> T transact(Session.Own session, SqlWork<T> work) {
        return writes.transact(session, work);
    }
}
