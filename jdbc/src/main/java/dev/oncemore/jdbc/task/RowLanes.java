package dev.oncemore.jdbc.task;

import dev.oncemore.jdbc.sql.Mode;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Lanes by statements on their rows. */
final class RowLanes implements Lanes {
    private static final String NEXT = """
            SELECT seq, at_head FROM ${prefix}task WHERE queue = ? AND lane_key = ? AND seq > ? ORDER BY seq LIMIT 1
            """;

    private final @Nullable String lock;
    private final String next;
    private final String nextNow;
    private final String promote;

    /** On a database that has one writer at a time nothing needs to be locked. */
    RowLanes(TaskSql sql, boolean hasOneWriter) {
        lock = hasOneWriter ? null : sql.fill("""
                INSERT INTO ${prefix}task_lane_lock (queue, lane_key) VALUES (?, ?)
                ON DUPLICATE KEY UPDATE lane_key = lane_key
                """);
        next = sql.fill(NEXT);
        nextNow = sql.fill(NEXT + "${for_update}");
        promote = sql.fill("UPDATE ${prefix}task SET at_head = 1 WHERE seq = ?");
    }

    @Override
    public void lock(Connection connection, String queue, String lane) throws SQLException {
        if (lock != null) {
            Query.update(connection, lock, parameters -> parameters.text(queue).text(lane));
        }
    }

    @Override
    public void promote(Connection connection, Mode mode, String queue, String lane, long afterSeq)
            throws SQLException {
        try (Statements statements = new Statements(connection)) {
            promote(statements, mode, queue, lane, afterSeq);
        }
    }

    /**
     * In a transaction of the user's a plain read may show what was when it began, so it locks what it reads, and there it may
     * have to wait for somebody who enqueues. Our own sees what is committed, and waits for nobody.
     */
    void promote(Statements statements, Mode mode, String queue, String lane, long afterSeq) throws SQLException {
        Head head = statements.first(
                mode == Mode.JOINED ? nextNow : next,
                parameters -> parameters.text(queue).text(lane).number(afterSeq),
                row -> new Head(row.getLong(1), row.getBoolean(2)));
        if (head != null && !head.isSeen) {
            statements.update(promote, parameters -> parameters.number(head.seq));
        }
    }

    private record Head(long seq, boolean isSeen) {}
}
