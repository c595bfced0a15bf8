package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import java.sql.Connection;
import java.sql.SQLException;

/** Lanes by the functions that the other verbs use too. */
final class PostgresLanes implements Lanes {
    private final String lock;
    private final String promote;

    PostgresLanes(Prefix prefix) {
        lock = prefix.in("SELECT ${prefix}task_lock_lanes(ARRAY[?], ARRAY[?])");
        promote = prefix.in("SELECT ${prefix}task_promote(ARRAY[?], ARRAY[?], ARRAY[?::bigint])");
    }

    @Override
    public void lock(Connection connection, String queue, String lane) throws SQLException {
        Query.list(connection, lock, parameters -> parameters.text(queue).text(lane), row -> lane);
    }

    @Override
    public void promote(Connection connection, Mode mode, String queue, String lane, long afterSeq)
            throws SQLException {
        Query.list(
                connection,
                promote,
                parameters -> parameters.text(queue).text(lane).number(afterSeq),
                row -> lane);
    }
}
