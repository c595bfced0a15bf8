package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status and log of tasks, and their purge. The same on every database. */
final class History {
    /** One statement, so that a task that moves from one table to another is not missed in between. */
    private static final String FIND = """
            SELECT task_id, queue, kind, event, attempt, at, words, bytes, NULL FROM ${prefix}task_log
            WHERE task_id IN (${marks}) AND ended_at IS NOT NULL
            UNION ALL
            SELECT id, queue, kind, CASE WHEN owner IS NOT NULL AND visible_at > ${now} THEN 'RUNNING' ELSE 'WAITING' END,
                attempts, visible_at, NULL, NULL, enqueued_at
            FROM ${prefix}task WHERE id IN (${marks})
            UNION ALL
            SELECT id, queue, kind, CASE WHEN discarded_at IS NULL THEN 'DEAD' ELSE 'DISCARDED' END,
                attempts, coalesce(discarded_at, died_at), reason, NULL, enqueued_at
            FROM ${prefix}dead WHERE id IN (${marks})
            """;

    private static final String APPEND = """
            INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ${now}, ?, ?, ?)
            """;

    private static final String ENDED = """
            SELECT task_id FROM ${prefix}task_log WHERE ended_at <= ${now} - ? ORDER BY ended_at LIMIT ? ${skip_locked}
            """;

    private static final String DISCARDED = """
            SELECT id FROM ${prefix}dead WHERE discarded_at <= ${now} - ? ORDER BY discarded_at LIMIT ? ${skip_locked}
            """;

    private final String find;
    private final String findByKey;
    private final String log;
    private final String append;
    private final String ended;
    private final String discarded;
    private final List<String> forgets;

    History(TaskSql sql) {
        find = sql.fill(FIND);
        findByKey = sql.fill("SELECT task_id FROM ${prefix}task_key WHERE queue = ? AND dedup_key = ?");
        log = sql.fill("SELECT " + Rows.LOG
                + " FROM ${prefix}task_log WHERE task_id = ? AND fence > ? ORDER BY fence LIMIT ?");
        append = sql.fill(APPEND);
        ended = sql.fill(ENDED);
        discarded = sql.fill(DISCARDED);
        forgets = List.of(
                sql.fill("DELETE FROM ${prefix}task_key WHERE task_id IN (${marks})"),
                sql.fill("DELETE FROM ${prefix}dead WHERE id IN (${marks})"),
                sql.fill("DELETE FROM ${prefix}task_log WHERE task_id IN (${marks})"));
    }

    private static String withMarks(String template, int count) {
        return template.replace("${marks}", TaskSql.marks(count));
    }

    Map<String, TaskStatus> find(Connection connection, List<String> ids) throws SQLException {
        Map<String, TaskStatus> found = new HashMap<>();
        Query.list(
                        connection,
                        withMarks(find, ids.size()),
                        parameters -> {
                            for (int part = 0; part < 3; part++) {
                                for (String id : ids) {
                                    parameters.text(id);
                                }
                            }
                        },
                        History::status)
                .forEach(status -> found.merge(status.id(), status, History::theEnded));
        return found;
    }

    Optional<String> findByKey(Connection connection, String queue, String dedupKey) throws SQLException {
        return Query.list(
                        connection,
                        findByKey,
                        parameters -> parameters.text(queue).text(dedupKey),
                        row -> row.getString(1))
                .stream()
                .findFirst();
    }

    private static @Nullable TaskStatus status(ResultSet row) throws SQLException {
        TaskState state = Rows.orNull(TaskState.class, row.getString(4), row.getString(1));
        return state == null
                ? null
                : new TaskStatus(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        state,
                        row.getInt(5),
                        Micros.instant(row.getLong(6)),
                        row.getString(7),
                        Rows.bytesOrNull(row, 8),
                        Rows.instantOrNull(row, 9));
    }

    /** A task that was enqueued again under an old snapshot has a live row until the first claim removes it. */
    private static TaskStatus theEnded(TaskStatus one, TaskStatus other) {
        return switch (one.state()) {
            case DONE, REJECTED, CANCELLED -> one;
            default -> other;
        };
    }

    List<LogEntry> log(Connection connection, String id, long afterFence, int entriesMax) throws SQLException {
        return Query.list(
                connection,
                log,
                parameters -> parameters.text(id).number(afterFence).number(entriesMax),
                Rows::logEntry);
    }

    /** A line that ends nothing. Its time is the database's, whatever the entry says. */
    void append(Connection connection, LogEntry entry) throws SQLException {
        Query.update(
                connection,
                append,
                parameters -> parameters
                        .text(entry.taskId())
                        .number(entry.fence())
                        .text(entry.queue())
                        .text(entry.kind())
                        .text(entry.event().name())
                        .number(entry.attempt())
                        .text(entry.who())
                        .text(entry.words())
                        .bytes(entry.bytes() == null ? null : entry.bytes().toArray()));
    }

    int purge(Connection connection, Duration endedFor, Duration discardedFor, int tasksMax) throws SQLException {
        List<String> over = new ArrayList<>(over(connection, ended, endedFor, tasksMax));
        if (over.size() < tasksMax) {
            over.addAll(over(connection, discarded, discardedFor, tasksMax - over.size()));
        }
        if (!over.isEmpty()) {
            for (String forget : forgets) {
                Query.update(connection, withMarks(forget, over.size()), parameters -> {
                    for (String id : over) {
                        parameters.text(id);
                    }
                });
            }
        }
        return over.size();
    }

    private static List<String> over(Connection connection, String sql, Duration span, int tasksMax)
            throws SQLException {
        return Query.list(
                connection,
                sql,
                parameters -> parameters.number(Micros.of(span)).number(tasksMax),
                row -> row.getString(1));
    }
}
