package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Pages;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The read-only queries of tasks, each of one or a few statements. */
final class JdbcTaskQueries implements TaskQueries {
    /** How many lines of history are looked at for those of one kind. */
    private static final int LOOK_BACK_MAX = 10_000;

    private static final int PRIORITY_ABOVE_ALL = 1_000_000;

    private static final String PRIORITY = """
            SELECT max(priority) FROM ${prefix}task WHERE queue = ? AND ${at_head} AND priority < ?
            """;

    private static final String NEXT = """
            SELECT id, queue, kind, CASE WHEN owner IS NOT NULL AND visible_at > ${now} THEN 'RUNNING' ELSE 'WAITING' END,
                attempts, visible_at, enqueued_at
            FROM ${prefix}task WHERE queue = ? AND ${at_head} AND priority = ? ORDER BY visible_at, seq LIMIT ?
            """;

    private static final String KEYED = """
            SELECT dedup_key, task_id FROM ${prefix}task_key
            WHERE queue = ? AND dedup_key >= ? AND dedup_key < ? AND dedup_key > ? ORDER BY dedup_key LIMIT ?
            """;

    private static final String ENDED = """
            SELECT ${log} FROM (
                SELECT ${log}, ended_at FROM ${prefix}task_log
                WHERE ended_at IS NOT NULL AND ended_at <= ? ORDER BY ended_at DESC LIMIT ?
            ) l
            WHERE kind >= ? AND kind < ? AND (ended_at < ? OR task_id < ?)
            ORDER BY ended_at DESC, task_id DESC LIMIT ?
            """;

    private static final String ENDS = """
            SELECT queue, event, count(*), sum(attempt), sum(CASE WHEN attempt <= 1 THEN 1 ELSE 0 END)
            FROM ${prefix}task_log WHERE ended_at >= ? AND ended_at < ? GROUP BY queue, event
            """;

    private static final String DEATHS = """
            SELECT queue, 'DIED', count(*), sum(attempts), 0
            FROM ${prefix}dead WHERE died_at >= ? AND died_at < ? GROUP BY queue
            """;

    private static final String LIVE_PAYLOADS = """
            SELECT id, substr(payload, 1, CAST(? AS int)) FROM ${prefix}task WHERE id IN (${marks})
            """;

    private static final String DEAD_PAYLOADS = """
            SELECT id, substr(payload, 1, CAST(? AS int)), died_at, reason FROM ${prefix}dead
            WHERE queue = ? AND kind = ? AND discarded_at IS NULL AND (died_at < ? OR (died_at = ? AND id < ?))
            ORDER BY died_at DESC, id DESC LIMIT ?
            """;

    private final Session session;
    private final TaskSql sql;

    JdbcTaskQueries(Session session, TaskSql sql) {
        this.session = session;
        this.sql = sql;
    }

    @Override
    public List<Nodes.NodeStatus> nodes(int most) {
        Pages.requireMost(most);
        return session.call(connection -> {
            try (Statements statements = new Statements(connection)) {
                return new NodeRows(sql).list(statements, most);
            }
        });
    }

    @Override
    public List<TaskStatus> next(String queue, int most) {
        Pages.requireMost(most);
        return session.call(connection -> {
            List<TaskStatus> found = new ArrayList<>();
            Integer priority = PRIORITY_ABOVE_ALL;
            while (found.size() < most && (priority = priorityBelow(connection, queue, priority)) != null) {
                int here = priority;
                int wanted = most - found.size();
                found.addAll(Query.list(
                        connection,
                        sql.fill(NEXT),
                        parameters -> parameters.text(queue).number(here).number(wanted),
                        JdbcTaskQueries::status));
            }
            return found;
        });
    }

    private @Nullable Integer priorityBelow(Connection connection, String queue, int priority) throws SQLException {
        List<Integer> found = Query.list(
                connection,
                sql.fill(PRIORITY),
                parameters -> parameters.text(queue).number(priority),
                row -> {
                    int highest = row.getInt(1);
                    return row.wasNull() ? PRIORITY_ABOVE_ALL : highest;
                });
        return found.get(0) == PRIORITY_ABOVE_ALL ? null : found.get(0);
    }

    private static TaskStatus status(ResultSet row) throws SQLException {
        return new TaskStatus(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                TaskState.valueOf(row.getString(4)),
                row.getInt(5),
                Micros.instant(row.getLong(6)),
                null,
                null,
                Rows.instantOrNull(row, 7));
    }

    @Override
    public List<LetterLine> latestLetters(DeadLetters.Filter filter, int most) {
        Pages.requireMost(most);
        return session.call(connection -> new Letters(sql).latest(connection, filter, most));
    }

    @Override
    public List<Keyed> keyed(String queue, String prefix, @Nullable String after, int most) {
        Pages.requireMost(most);
        return session.call(connection -> Query.list(
                connection,
                sql.fill(KEYED),
                parameters -> parameters
                        .text(queue)
                        .text(prefix)
                        .text(endOf(prefix))
                        .text(after == null ? "" : after)
                        .number(most),
                row -> new Keyed(row.getString(1), row.getString(2))));
    }

    @Override
    public List<LogEntry> ended(String kind, @Nullable Place before, int most) {
        Pages.requireMost(most);
        long at = before == null ? Long.MAX_VALUE : micros(before.at());
        String id = before == null ? "~" : before.id();
        return session.call(connection -> Query.list(
                connection,
                sql.fill(ENDED).replace("${log}", Rows.LOG),
                parameters -> parameters
                        .number(at)
                        .number(kind.isEmpty() ? most + Pages.ENTRIES_MAX : LOOK_BACK_MAX)
                        .text(kind)
                        .text(kind.isEmpty() ? "\u007f" : endOf(kind))
                        .number(at)
                        .text(id)
                        .number(most),
                Rows::logEntry));
    }

    @Override
    public List<Ends> ends(Instant from, Instant before) {
        return session.call(connection -> {
            List<Ends> found = new ArrayList<>();
            for (String query : List.of(ENDS, DEATHS)) {
                found.addAll(Query.list(
                        connection,
                        sql.fill(query),
                        parameters -> parameters.number(micros(from)).number(micros(before)),
                        JdbcTaskQueries::ends));
            }
            return found;
        });
    }

    private static @Nullable Ends ends(ResultSet row) throws SQLException {
        LogEntry.Event event =
                Rows.orNull(LogEntry.Event.class, row.getString(2), "(one of queue " + row.getString(1) + ")");
        return event == null ? null : new Ends(row.getString(1), event, row.getLong(3), row.getLong(4), row.getLong(5));
    }

    @Override
    public List<PayloadStart> payloads(List<String> ids, int bytesMax) {
        if (ids.isEmpty()) {
            return List.of();
        }
        Pages.requireMost(ids.size());
        String query = sql.fill(LIVE_PAYLOADS).replace("${marks}", TaskSql.marks(ids.size()));
        return session.call(connection -> Query.list(
                connection,
                query,
                parameters -> {
                    parameters.number(bytesMax);
                    for (String id : ids) {
                        parameters.text(id);
                    }
                },
                row -> new PayloadStart(row.getString(1), start(row))));
    }

    @Override
    public List<DeadPayloadStart> deadPayloads(
            String queue, String kind, @Nullable Place before, int bytesMax, int most) {
        Pages.requireMost(most);
        long at = before == null ? Long.MAX_VALUE : micros(before.at());
        String id = before == null ? "" : before.id();
        return session.call(connection -> Query.list(
                connection,
                sql.fill(DEAD_PAYLOADS),
                parameters -> parameters
                        .number(bytesMax)
                        .text(queue)
                        .text(kind)
                        .number(at)
                        .number(at)
                        .text(id)
                        .number(most),
                row -> new DeadPayloadStart(
                        row.getString(1), start(row), Micros.instant(row.getLong(3)), row.getString(4))));
    }

    private static Bytes start(ResultSet row) throws SQLException {
        byte[] start = row.getBytes(2);
        return start == null ? Bytes.ofText("") : Bytes.of(start);
    }

    private static String endOf(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
