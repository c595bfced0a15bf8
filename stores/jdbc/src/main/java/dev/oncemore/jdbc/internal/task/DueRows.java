package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.Task;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds tasks that are due, the most urgent first, and locks them without waiting. */
final class DueRows {
    static final long PRIORITY_OVER_ALL = Integer.MAX_VALUE + 1L;

    private final String now;
    private final String isPaused;
    private final String nextPriority;
    private final String due;
    private final String lock;

    DueRows(TaskSql sql) {
        now = sql.fill("SELECT ${now}");
        isPaused = sql.fill("""
                SELECT 1 FROM ${prefix}task_pause WHERE queue = ? AND (until_at IS NULL OR until_at > ?)
                """);
        nextPriority = sql.fill("""
                SELECT priority FROM ${prefix}task WHERE queue = ? AND at_head = 1 AND priority < ?
                ORDER BY priority DESC LIMIT 1
                """);
        due = sql.fill("""
                SELECT seq, visible_at, lane_key FROM ${prefix}task
                WHERE queue = ? AND at_head = 1 AND priority = ? AND visible_at <= ? AND visible_at >= ?
                    AND (visible_at > ? OR seq > ?)
                ORDER BY visible_at, seq LIMIT ?
                """);
        lock = sql.fill("""
                SELECT ${task}, seq, fence, attempts, visible_at, owner, redrives, enqueued_at, in_doubt, from_snapshot,
                    previous_delay
                FROM ${prefix}task
                WHERE seq IN (${marks}) AND visible_at <= ? ${skip_locked}
                """);
    }

    /** Something that may be claimed, found by looking at the due ones. */
    record Candidate(long seq, long visibleAt, @Nullable String lane) {
        /** Before all. */
        static final Candidate NONE = new Candidate(Long.MIN_VALUE, Long.MIN_VALUE, null);
    }

    /** A locked row and its task; the task is null if the row is damaged. */
    record Locked(
            String id,
            String kind,
            @Nullable String lane,
            Rows.Read<Task> task,
            long seq,
            long fence,
            int attempts,
            long visibleAt,
            @Nullable String owner,
            int redrives,
            long enqueuedAt,
            boolean inDoubt,
            boolean fromSnapshot,
            long previousDelay) {

        static Locked of(ResultSet row) throws SQLException {
            int next = Rows.TASK_COUNT + 1;
            return new Locked(
                    row.getString(1),
                    row.getString(3),
                    row.getString(8),
                    Rows.taskOrDamage(row),
                    row.getLong(next),
                    row.getLong(next + 1),
                    row.getInt(next + 2),
                    row.getLong(next + 3),
                    row.getString(next + 4),
                    row.getInt(next + 5),
                    row.getLong(next + 6),
                    row.getBoolean(next + 7),
                    row.getBoolean(next + 8),
                    row.getLong(next + 9));
        }
    }

    long now(Statements statements) throws SQLException {
        return Objects.requireNonNull(statements.first(now, parameters -> {}, row -> row.getLong(1)));
    }

    boolean isPaused(Statements statements, String queue, long at) throws SQLException {
        Object pause =
                statements.first(isPaused, parameters -> parameters.text(queue).number(at), row -> true);
        return pause != null;
    }

    /** The next priority of a queue; null when there is none. */
    @Nullable
    Integer levelBelow(Statements statements, String queue, long level) throws SQLException {
        return statements.first(
                nextPriority, parameters -> parameters.text(queue).number(level), row -> row.getInt(1));
    }

    List<Candidate> after(Statements statements, String queue, int level, long at, Candidate last, int max)
            throws SQLException {
        return statements.list(
                due,
                parameters -> parameters
                        .text(queue)
                        .number(level)
                        .number(at)
                        .number(last.visibleAt)
                        .number(last.visibleAt)
                        .number(last.seq)
                        .number(max),
                row -> new Candidate(row.getLong(1), row.getLong(2), row.getString(3)));
    }

    /** The tasks that are still due and not locked, by their number. */
    Map<Long, Locked> lock(Statements statements, List<Long> seqs, long at) throws SQLException {
        Map<Long, Locked> locked = new HashMap<>();
        if (seqs.isEmpty()) {
            return locked;
        }
        statements
                .list(
                        lock.replace("${marks}", TaskSql.marks(seqs.size())),
                        parameters -> {
                            for (long seq : seqs) {
                                parameters.number(seq);
                            }
                            parameters.number(at);
                        },
                        Locked::of)
                .forEach(row -> locked.put(row.seq, row));
        return locked;
    }
}
