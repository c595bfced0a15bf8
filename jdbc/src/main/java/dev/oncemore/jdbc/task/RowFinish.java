package dev.oncemore.jdbc.task;

import dev.oncemore.jdbc.sql.Mode;
import dev.oncemore.jdbc.task.LiveTasks.Changed;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Finish;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes tasks away row by row, and lets the next of their lanes come. */
final class RowFinish {
    private static final String HELD = " WHERE id = ? AND fence = ? AND owner IS NOT NULL";
    private static final String COLUMNS = "id, fence, queue, kind, attempts, owner, lane_key, on_poison, seq";

    private final RowLanes lanes;
    private final String now;
    private final String take;
    private final String lock;
    private final String bury;
    private final String giveBack;
    private final String log;
    private final String loggedEvent;
    private final String isGivenBack;
    private final String cancel;

    RowFinish(TaskSql sql, RowLanes lanes) {
        this.lanes = lanes;
        now = sql.fill("SELECT ${now}");
        take = sql.fill("DELETE FROM ${prefix}task" + HELD + " RETURNING " + COLUMNS);
        lock = sql.fill("SELECT " + COLUMNS + " FROM ${prefix}task" + HELD + " ${for_update}");
        bury = sql.fill("""
                INSERT INTO ${prefix}dead (${task}, seq, attempts, fence, redrives, enqueued_at, reason, signature, died_at)
                SELECT ${task}, seq, attempts, fence, redrives, enqueued_at, ?, ?, ? FROM ${prefix}task WHERE id = ?
                """);
        giveBack = sql.fill("""
                UPDATE ${prefix}task SET owner = NULL, visible_at = ?, attempts = attempts - ? WHERE id = ? AND fence = ?
                """);
        log = sql.fill("""
                INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words, bytes, ended_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """);
        loggedEvent = sql.fill("SELECT event FROM ${prefix}task_log WHERE task_id = ? AND fence = ?");
        isGivenBack = sql.fill("SELECT 1 FROM ${prefix}task WHERE id = ? AND fence = ? AND owner IS NULL");
        cancel = sql.fill("DELETE FROM ${prefix}task WHERE id = ? RETURNING " + COLUMNS);
    }

    /** What is known of a task that is taken away. */
    private record Taken(
            String id,
            long fence,
            String queue,
            String kind,
            int attempts,
            @Nullable String owner,
            @Nullable String lane,
            @Nullable String onPoison,
            long seq) {

        static Taken of(ResultSet row) throws SQLException {
            return new Taken(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5),
                    row.getString(6),
                    row.getString(7),
                    row.getString(8),
                    row.getLong(9));
        }
    }

    /** A line of the log. */
    private record Line(
            long fence,
            String event,
            long at,
            String who,
            @Nullable String words,
            @Nullable Bytes bytes,
            boolean ends) {}

    /** Where lanes go on: behind the first that was taken away of each. */
    private static final class Gaps {
        private final Map<List<String>, Long> firstSeqs = new HashMap<>();

        void add(Taken taken) {
            if (taken.lane != null) {
                firstSeqs.merge(List.of(taken.queue, taken.lane), taken.seq, Math::min);
            }
        }
    }

    Changed run(Statements statements, List<Finish> finishes, Mode mode) throws SQLException {
        long at = Objects.requireNonNull(statements.first(now, parameters -> {}, row -> row.getLong(1)));
        Changed changed = new Changed(new HashSet<>(), new HashSet<>());
        Gaps gaps = new Gaps();
        for (Finish finish : finishes) {
            boolean done = end(statements, finish, at, gaps, changed);
            if (done || hasEndedSo(statements, finish)) {
                changed.ids().add(finish.id());
            }
        }
        close(statements, gaps, mode, changed);
        return changed;
    }

    private boolean end(Statements statements, Finish finish, long at, Gaps gaps, Changed changed) throws SQLException {
        End end = finish.end();
        String event = Ends.eventOf(end);
        boolean isQuick = end instanceof End.Done || end instanceof End.Rejected;
        Taken taken = statements.first(
                isQuick ? take : lock,
                parameters -> parameters.text(finish.id()).number(finish.fence()),
                Taken::of);
        if (taken == null) {
            return false;
        }
        if (end instanceof End.Dead dead) {
            requireOne(statements.update(
                    bury,
                    parameters -> parameters
                            .text(dead.reason())
                            .text(dead.signature())
                            .number(at)
                            .text(finish.id())));
            statements.first(take, parameters -> parameters.text(finish.id()).number(finish.fence()), Taken::of);
        } else if (!isQuick) {
            requireOne(statements.update(
                    giveBack,
                    parameters -> parameters
                            .number(at + Ends.delayMicros(end))
                            .number(end instanceof End.Released ? 1 : 0)
                            .text(finish.id())
                            .number(finish.fence())));
            changed.woken().add(taken.queue);
        }
        if (isQuick || (end instanceof End.Dead && !"PARK".equals(taken.onPoison))) {
            gaps.add(taken);
        }
        if (!(end instanceof End.Released)) {
            String owner = String.valueOf(taken.owner);
            append(
                    statements,
                    taken,
                    new Line(
                            taken.fence,
                            event,
                            at,
                            owner,
                            Ends.words(end),
                            end instanceof End.Done done ? done.result() : (Bytes) null,
                            isQuick));
        }
        return true;
    }

    private void append(Statements statements, Taken taken, Line line) throws SQLException {
        requireOne(statements.update(log, parameters -> {
            parameters
                    .text(taken.id)
                    .number(line.fence)
                    .text(taken.queue)
                    .text(taken.kind)
                    .text(line.event)
                    .number(taken.attempts)
                    .number(line.at)
                    .text(line.who)
                    .text(line.words)
                    .bytes(line.bytes == null ? null : line.bytes.toArray());
            if (line.ends) {
                parameters.number(line.at);
            } else {
                parameters.noNumber();
            }
        }));
    }

    private static void requireOne(int changed) {
        if (changed != 1) {
            throw new IllegalStateException("a row that is locked should have changed, but " + changed + " did");
        }
    }

    /** An answer that was lost: the same end is there already. A released claim left its fence, and no line in the log. */
    private boolean hasEndedSo(Statements statements, Finish finish) throws SQLException {
        Query.Setter claim = parameters -> parameters.text(finish.id()).number(finish.fence());
        String event = statements.first(loggedEvent, claim, row -> row.getString(1));
        return finish.end() instanceof End.Released
                ? event == null && statements.first(isGivenBack, claim, row -> true) != null
                : Ends.eventOf(finish.end()).equals(event);
    }

    private void close(Statements statements, Gaps gaps, Mode mode, Changed changed) throws SQLException {
        for (Map.Entry<List<String>, Long> gap : gaps.firstSeqs.entrySet()) {
            String queue = gap.getKey().get(0);
            lanes.promote(statements, mode, queue, gap.getKey().get(1), gap.getValue());
            changed.woken().add(queue);
        }
    }

    Changed cancel(Statements statements, List<String> ids, String reason, String who, Mode mode) throws SQLException {
        long at = Objects.requireNonNull(statements.first(now, parameters -> {}, row -> row.getLong(1)));
        Changed changed = new Changed(new HashSet<>(), new HashSet<>());
        Gaps gaps = new Gaps();
        for (String id : ids) {
            Taken taken = statements.first(cancel, parameters -> parameters.text(id), Taken::of);
            if (taken != null) {
                gaps.add(taken);
                append(statements, taken, new Line(taken.fence + 1, "CANCELLED", at, who, reason, null, true));
                changed.ids().add(id);
                changed.woken().add(taken.queue);
            }
        }
        close(statements, gaps, mode, changed);
        return changed;
    }
}
