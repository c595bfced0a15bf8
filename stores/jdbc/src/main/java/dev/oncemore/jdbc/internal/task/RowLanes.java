package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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
    private final String promoteShortly;
    private final String promoteAtOnce;
    private final String findIdle;
    private final String lockIdle;
    private final String forget;

    /** On a database that has one writer at a time nothing needs to be locked. */
    RowLanes(TaskSql sql, boolean hasOneWriter) {
        lock = hasOneWriter ? null : sql.fill("""
                INSERT INTO ${prefix}task_lane_lock (queue, lane_key) VALUES (?, ?)
                ON DUPLICATE KEY UPDATE lane_key = lane_key
                """);
        next = sql.fill(NEXT);
        nextNow = sql.fill(NEXT + "${for_update}");
        findIdle = sql.fill("""
                SELECT l.queue, l.lane_key FROM ${prefix}task_lane_lock l
                WHERE NOT EXISTS (SELECT 1 FROM ${prefix}task t WHERE t.queue = l.queue AND t.lane_key = l.lane_key) LIMIT ?
                """);
        lockIdle = sql.fill("""
                SELECT 1 FROM ${prefix}task_lane_lock WHERE queue = ? AND lane_key = ? ${skip_locked}
                """);
        forget = sql.fill("DELETE FROM ${prefix}task_lane_lock WHERE queue = ? AND lane_key = ?");
        promote = sql.fill("UPDATE ${prefix}task SET at_head = 1 WHERE seq = ?");
        promoteShortly = sql.fill("${short_wait}") + promote;
        promoteAtOnce = sql.fill("${no_wait}") + promote;
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
            promote(statements, mode, LockWait.SHORT, queue, lane, afterSeq);
        }
    }

    /**
     * In a transaction of the user's a plain read may show what was when it began, so it locks what it reads, and there it may
     * have to wait for a transaction that enqueues. The store's own transactions see all commits, and wait only to change a row
     * that a user's transaction has locked, for no longer than this.
     */
    void promote(Statements statements, Mode mode, LockWait lockWait, String queue, String lane, long afterSeq)
            throws SQLException {
        Head head = statements.first(
                mode == Mode.JOINED ? nextNow : next,
                parameters -> parameters.text(queue).text(lane).number(afterSeq),
                row -> new Head(row.getLong(1), row.getBoolean(2)));
        if (head != null && !head.isSeen) {
            String own = lockWait == LockWait.SHORT ? promoteShortly : promoteAtOnce;
            statements.update(mode == Mode.JOINED ? promote : own, parameters -> parameters.number(head.seq));
        }
    }

    /** A transaction that waits for a deleted lock row inserts a new one, so only the lock row itself is checked. */
    @Override
    public void purge(Connection connection, int locksMax) throws SQLException {
        if (lock == null) {
            return;
        }
        try (Statements statements = new Statements(connection)) {
            List<List<String>> idle = statements.list(
                    findIdle,
                    parameters -> parameters.number(locksMax),
                    row -> List.of(row.getString(1), row.getString(2)));
            for (List<String> lane : idle) {
                Query.Setter name = parameters -> parameters.text(lane.get(0)).text(lane.get(1));
                if (statements.first(lockIdle, name, row -> true) != null) {
                    statements.update(forget, name);
                }
            }
        }
    }

    private record Head(long seq, boolean isSeen) {}
}
