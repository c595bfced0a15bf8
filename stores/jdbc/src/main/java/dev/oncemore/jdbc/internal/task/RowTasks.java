package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Writes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Each verb is one transaction that goes from row to row: on SQLite, where a statement costs little, and on MariaDB. */
final class RowTasks implements LiveTasks {
    private final Writes writes;
    private final RowLanes lanes;
    private final RowClaim claim;
    private final RowFinish finish;
    private final boolean hasOneWriter;

    private final String takeKey;
    private final String readKey;
    private final String readKeyNow;
    private final String insert;
    private final String isKnown;
    private final String laneHasTask;
    private final String delete;
    private final String extend;
    private final String extendAtOnce;
    private final String extendJoined;

    RowTasks(TaskSql sql, Writes writes, RowLanes lanes, boolean hasOneWriter) {
        this.writes = writes;
        this.lanes = lanes;
        this.hasOneWriter = hasOneWriter;
        claim = new RowClaim(sql, lanes);
        finish = new RowFinish(sql, lanes);
        takeKey = sql.fill("""
                ${insert_ignore} ${prefix}task_key (queue, dedup_key, task_id) VALUES (?, ?, ?) ${on_conflict}
                """);
        readKey = sql.fill("SELECT task_id FROM ${prefix}task_key WHERE queue = ? AND dedup_key = ?");
        readKeyNow = sql.fill("SELECT task_id FROM ${prefix}task_key WHERE queue = ? AND dedup_key = ? ${share}");
        insert = sql.fill("""
                ${insert_ignore} ${prefix}task (${task}, seq, at_head, attempts, visible_at, fence, redrives, enqueued_at,
                    from_snapshot)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${next_seq}, ?, 0, ${now} + ?, 0, 0, ${now}, ?) ${on_conflict}
                """);
        isKnown = sql.fill("""
                SELECT 1 FROM ${prefix}task_log WHERE task_id = ? UNION ALL SELECT 1 FROM ${prefix}dead WHERE id = ? LIMIT 1
                """);
        laneHasTask = sql.fill("SELECT 1 FROM ${prefix}task WHERE queue = ? AND lane_key = ? LIMIT 1");
        delete = sql.fill("DELETE FROM ${prefix}task WHERE id = ?");
        extendJoined = sql.fill("""
                UPDATE ${prefix}task SET visible_at = ${now} + ? WHERE id = ? AND fence = ? AND owner IS NOT NULL
                """);
        extend = sql.fill("${short_wait}") + extendJoined;
        extendAtOnce = sql.fill("${no_wait}") + extendJoined;
    }

    @Override
    public Map<String, String> enqueue(Connection connection, List<NewTask> wishes, Mode mode) throws SQLException {
        return writes.write(connection, mode, c -> {
            lockLanes(c, wishes);
            Map<String, String> inForce = new HashMap<>();
            try (Statements statements = new Statements(c)) {
                for (NewTask wish : wishes) {
                    enqueue(statements, wish, mode, inForce);
                }
            }
            return inForce;
        });
    }

    private void lockLanes(Connection connection, List<NewTask> wishes) throws SQLException {
        Set<List<String>> names = new TreeSet<>((a, b) -> a.get(0).equals(b.get(0))
                ? a.get(1).compareTo(b.get(1))
                : a.get(0).compareTo(b.get(0)));
        for (NewTask wish : wishes) {
            Lane lane = wish.task().lane();
            if (lane != null) {
                names.add(List.of(wish.task().queue(), lane.key()));
            }
        }
        for (List<String> name : names) {
            lanes.lock(connection, name.get(0), name.get(1));
        }
    }

    private void enqueue(Statements statements, NewTask wish, Mode mode, Map<String, String> inForce)
            throws SQLException {
        Task task = wish.task();
        String winner = task.dedupKey() == null ? task.id() : ownerOfKey(statements, task, task.dedupKey(), mode);
        if (winner == null) {
            return;
        }
        inForce.put(task.id(), winner);
        if (!winner.equals(task.id())) {
            return;
        }
        boolean atHead = isAtHead(statements, task, mode);
        boolean fromSnapshot = mode == Mode.JOINED && !hasOneWriter;
        int added = statements.update(
                insert,
                parameters -> Rows.setTask(parameters, task)
                        .number(atHead ? 1 : 0)
                        .number(Micros.of(wish.delay()))
                        .number(fromSnapshot ? 1 : 0));
        // Checked after the insert: an end before it is visible now, and a live row would have conflicted with it. A
        // transaction of the user's may have an older snapshot, so that the first claim looks again.
        if (added == 1
                && statements.first(
                                isKnown,
                                parameters -> parameters.text(task.id()).text(task.id()),
                                row -> true)
                        != null) {
            statements.update(delete, parameters -> parameters.text(task.id()));
        }
    }

    /** The failed insert has locked the key already, so a locking read holds up no other transaction. */
    private @Nullable String ownerOfKey(Statements statements, Task task, String key, Mode mode) throws SQLException {
        int taken = statements.update(
                takeKey, parameters -> parameters.text(task.queue()).text(key).text(task.id()));
        return taken == 1
                ? task.id()
                : statements.first(
                        mode == Mode.JOINED ? readKeyNow : readKey,
                        parameters -> parameters.text(task.queue()).text(key),
                        row -> row.getString(1));
    }

    /**
     * A task may only be put behind another one that cannot go meanwhile. Where there are other writers, or where a read would
     * come before the first write of a user's transaction, a claim puts it behind instead.
     */
    private boolean isAtHead(Statements statements, Task task, Mode mode) throws SQLException {
        Lane lane = task.lane();
        if (lane == null || !hasOneWriter || mode == Mode.JOINED) {
            return true;
        }
        return statements.first(
                        laneHasTask, parameters -> parameters.text(task.queue()).text(lane.key()), row -> true)
                == null;
    }

    @Override
    public Given claim(Connection connection, ClaimRequest wish, Mode mode) throws SQLException {
        if (hasOneWriter && mode == Mode.OWN && !claim.findsAnything(connection, wish)) {
            return Given.NOTHING; // idle workers must not take SQLite's single write lock
        }
        return writes.write(connection, mode, c -> {
            try (Statements statements = new Statements(c)) {
                return claim.run(statements, wish, mode);
            }
        });
    }

    @Override
    public Set<ClaimKey> extend(Connection connection, List<TaskExtension> extensions, Mode mode, LockWait lockWait)
            throws SQLException {
        String own = lockWait == LockWait.SHORT ? extend : extendAtOnce;
        return writes.write(connection, mode, c -> {
            Set<ClaimKey> extended = new HashSet<>();
            try (Statements statements = new Statements(c)) {
                for (TaskExtension extension : extensions) {
                    int changed = statements.update(
                            mode == Mode.OWN ? own : extendJoined,
                            parameters -> parameters
                                    .number(Micros.of(extension.lease()))
                                    .text(extension.id())
                                    .number(extension.fence()));
                    if (changed == 1) {
                        extended.add(ClaimKey.of(extension));
                    }
                }
            }
            return extended;
        });
    }

    @Override
    public Changed<ClaimKey> finish(Connection connection, List<TaskFinish> finishes, Mode mode, LockWait lockWait)
            throws SQLException {
        return writes.write(connection, mode, c -> {
            try (Statements statements = new Statements(c)) {
                return finish.finish(statements, finishes, mode, lockWait);
            }
        });
    }

    @Override
    public Changed<String> cancel(Connection connection, List<String> ids, String reason, String who, Mode mode)
            throws SQLException {
        return writes.write(connection, mode, c -> {
            try (Statements statements = new Statements(c)) {
                return finish.cancel(statements, ids, reason, who, mode);
            }
        });
    }
}
