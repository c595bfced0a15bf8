package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.task.LiveTasks.Changed;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.TaskFinish;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Locks the rows of a batch, removes those that end, and makes the next tasks of their lanes claimable. */
final class RowFinish {
    private static final int CHUNK = 500;

    private final TaskSql sql;
    private final RowLanes lanes;
    private final String now;
    private final String lock;
    private final String lockShortly;
    private final String lockAtOnce;
    private final String delete;
    private final String bury;
    private final String giveBack;
    private final String loggedEvent;
    private final String loggedEventNow;
    private final String isGivenBack;

    RowFinish(TaskSql sql, RowLanes lanes) {
        this.sql = sql;
        this.lanes = lanes;
        now = sql.fill("SELECT ${now}");
        lock = sql.fill("""
                SELECT id, fence, queue, kind, attempts, owner, lane_key, on_poison, seq, dedup_key FROM ${prefix}task
                WHERE id IN (${marks}) ${for_update}
                """);
        lockShortly = sql.fill("${short_wait}") + lock;
        lockAtOnce = sql.fill("${no_wait}") + lock;
        delete = sql.fill("DELETE FROM ${prefix}task WHERE seq IN (${marks})");
        bury = sql.fill("""
                INSERT INTO ${prefix}dead (${task}, seq, attempts, fence, redrives, enqueued_at, reason, signature, died_at,
                    in_doubt, stack_trace)
                SELECT ${task}, seq, attempts, fence, redrives, enqueued_at, ?, ?, ?, ?, ? FROM ${prefix}task WHERE seq = ?
                """);
        giveBack = sql.fill("""
                UPDATE ${prefix}task SET owner = NULL, visible_at = ?, attempts = attempts - ?, in_doubt = ?,
                    previous_delay = CASE WHEN ? = 1 THEN previous_delay ELSE ? END
                WHERE seq = ?
                """);
        loggedEvent = sql.fill("SELECT event FROM ${prefix}task_log WHERE task_id = ? AND fence = ?");
        // In a user's transaction a plain read may show an old snapshot.
        loggedEventNow = sql.fill("SELECT event FROM ${prefix}task_log WHERE task_id = ? AND fence = ? ${share}");
        isGivenBack = sql.fill("SELECT 1 FROM ${prefix}task WHERE id = ? AND fence = ? AND owner IS NULL");
    }

    /** A live task whose row is locked. */
    private record Locked(
            String id,
            long fence,
            String queue,
            String kind,
            int attempts,
            @Nullable String owner,
            @Nullable String lane,
            @Nullable String onPoison,
            long seq,
            @Nullable String dedupKey) {

        static Locked of(ResultSet row) throws SQLException {
            return new Locked(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5),
                    row.getString(6),
                    row.getString(7),
                    row.getString(8),
                    row.getLong(9),
                    row.getString(10));
        }

        boolean leavesNoTrace(End end) {
            return end instanceof End.Done done && done.leavesNoTrace(fence, dedupKey, lane);
        }
    }

    Changed<ClaimKey> finish(Statements statements, List<TaskFinish> finishes, Mode mode, LockWait lockWait)
            throws SQLException {
        Batch<ClaimKey> batch = new Batch<>(statements, lockWait);
        String own = lockWait == LockWait.SHORT ? lockShortly : lockAtOnce;
        Map<String, Locked> locked =
                batch.lock(finishes.stream().map(TaskFinish::id).toList(), mode == Mode.OWN ? own : lock);
        for (TaskFinish finish : finishes) {
            Locked row = locked.get(finish.id());
            boolean isHeld = row != null && row.owner != null && row.fence == finish.fence();
            if (row != null && isHeld) {
                batch.end(row, finish.end());
            }
            if (isHeld || hasEndedSo(statements, finish, mode)) {
                batch.changed.done().add(ClaimKey.of(finish));
            }
        }
        return batch.close(mode);
    }

    /** An answer that was lost: the same end is there already. A released claim left its fence, and no line in the log. */
    private boolean hasEndedSo(Statements statements, TaskFinish finish, Mode mode) throws SQLException {
        Query.Setter claim = parameters -> parameters.text(finish.id()).number(finish.fence());
        String query = mode == Mode.JOINED ? loggedEventNow : loggedEvent;
        String event = statements.first(query, claim, row -> row.getString(1));
        return finish.end() instanceof End.Released
                ? event == null && statements.first(isGivenBack, claim, row -> true) != null
                : EndColumns.eventOf(finish.end()).equals(event);
    }

    Changed<String> cancel(Statements statements, List<String> ids, String reason, String who, Mode mode)
            throws SQLException {
        Batch<String> batch = new Batch<>(statements, LockWait.SHORT);
        for (Locked row : batch.lock(ids, lock).values()) {
            batch.take(row, true);
            batch.log(row, row.fence + 1, "CANCELLED", who, reason, null, true);
            batch.changed.done().add(row.id);
            batch.changed.woken().add(row.queue);
        }
        return batch.close(mode);
    }

    /** The state of one batch. */
    private final class Batch<K> {
        private final Statements statements;
        private final LockWait lockWait;
        private final RowLog log;
        private final long at;
        private final Changed<K> changed = new Changed<>();
        private final List<Long> taken = new ArrayList<>();
        /** Where lanes go on: behind the first that was taken away of each. */
        private final Map<List<String>, Long> gaps = new HashMap<>();

        Batch(Statements statements, LockWait lockWait) throws SQLException {
            this.statements = statements;
            this.lockWait = lockWait;
            log = new RowLog(sql, statements);
            at = Objects.requireNonNull(statements.first(now, parameters -> {}, row -> row.getLong(1)));
        }

        Map<String, Locked> lock(List<String> ids, String statement) throws SQLException {
            Map<String, Locked> locked = new HashMap<>();
            for (int from = 0; from < ids.size(); from += CHUNK) {
                List<String> chunk = ids.subList(from, Math.min(from + CHUNK, ids.size()));
                statements
                        .list(
                                statement.replace("${marks}", TaskSql.marks(chunk.size())),
                                parameters -> {
                                    for (String id : chunk) {
                                        parameters.text(id);
                                    }
                                },
                                Locked::of)
                        .forEach(row -> locked.put(row.id, row));
            }
            return locked;
        }

        void end(Locked row, End end) throws SQLException {
            if (end instanceof End.Retry || end instanceof End.Released) {
                giveBack(row, end);
            } else if (end instanceof End.Dead dead) {
                bury(row, dead);
            } else {
                take(row, true);
            }
            if (!(end instanceof End.Released) && !row.leavesNoTrace(end)) {
                boolean ends = end instanceof End.Done || end instanceof End.Rejected;
                Bytes result = end instanceof End.Done done ? done.result() : null;
                log(
                        row,
                        row.fence,
                        EndColumns.eventOf(end),
                        String.valueOf(row.owner),
                        EndColumns.words(end),
                        result,
                        ends);
            }
        }

        private void giveBack(Locked row, End end) throws SQLException {
            requireOne(statements.update(
                    RowFinish.this.giveBack,
                    parameters -> parameters
                            .number(at + EndColumns.delayMicros(end))
                            .number(end instanceof End.Released ? 1 : 0)
                            .number(EndColumns.doubt(end))
                            .number(end instanceof End.Released ? 1 : 0)
                            .number(EndColumns.delayMicros(end))
                            .number(row.seq)));
            changed.woken().add(row.queue);
        }

        private void bury(Locked row, End.Dead dead) throws SQLException {
            requireOne(statements.update(
                    RowFinish.this.bury,
                    parameters -> parameters
                            .text(dead.reason())
                            .text(dead.signature())
                            .number(at)
                            .number(EndColumns.doubt(dead))
                            .text(dead.stackTrace())
                            .number(row.seq)));
            take(row, !"PARK".equals(row.onPoison));
        }

        void take(Locked row, boolean laneGoesOn) {
            taken.add(row.seq);
            if (row.lane != null && laneGoesOn) {
                gaps.merge(List.of(row.queue, row.lane), row.seq, Math::min);
            }
        }

        void log(
                Locked row,
                long fence,
                String event,
                String who,
                @Nullable String words,
                @Nullable Bytes bytes,
                boolean ends)
                throws SQLException {
            log.add(new RowLog.Line(
                    row.id, fence, row.queue, row.kind, event, row.attempts, at, who, words, bytes, ends));
        }

        Changed<K> close(Mode mode) throws SQLException {
            log.flush();
            for (int from = 0; from < taken.size(); from += CHUNK) {
                List<Long> chunk = taken.subList(from, Math.min(from + CHUNK, taken.size()));
                int deleted = statements.update(delete.replace("${marks}", TaskSql.marks(chunk.size())), parameters -> {
                    for (long seq : chunk) {
                        parameters.number(seq);
                    }
                });
                if (deleted != chunk.size()) {
                    throw new IllegalStateException(chunk.size() + " rows were locked, but " + deleted + " went");
                }
            }
            for (Map.Entry<List<String>, Long> gap : gaps.entrySet()) {
                String queue = gap.getKey().get(0);
                lanes.promote(statements, mode, lockWait, queue, gap.getKey().get(1), gap.getValue());
                changed.woken().add(queue);
            }
            return changed;
        }

        private void requireOne(int rows) {
            if (rows != 1) {
                throw new IllegalStateException("a row that is locked should have changed, but " + rows + " did");
            }
        }
    }
}
