package dev.oncemore.jdbc.internal.task;

import dev.oncemore.By;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.task.store.Queues;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The verbs of queues. The same on every database. */
final class QueueVerbs implements Queues {
    /** A pause that is over, so that there is always a row to lock and to compare with. */
    private static final String INSERT = """
            ${insert_ignore} ${prefix}task_pause (queue, until_at, reason, who) VALUES (?, 0, '', '') ${on_conflict}
            """;

    private static final String PAUSE_FOR = """
            UPDATE ${prefix}task_pause SET until_at = ${now} + ?, reason = ?, who = ?
            WHERE queue = ? AND until_at IS NOT NULL AND until_at < ${now} + ?
            """;

    private static final String PAUSE = """
            UPDATE ${prefix}task_pause SET until_at = NULL, reason = ?, who = ? WHERE queue = ? AND until_at IS NOT NULL
            """;

    private static final String PAUSE_OF = """
            SELECT until_at, reason, who FROM ${prefix}task_pause
            WHERE queue = ? AND (until_at IS NULL OR until_at > ${now})
            """;

    private static final String LIST = """
            SELECT n.queue, coalesce(t.ready, 0), coalesce(t.waiting, 0), coalesce(t.running, 0), coalesce(d.letters, 0),
                t.ready_for, p.queue IS NOT NULL, p.until_at, p.reason, p.who
            FROM (
                SELECT queue FROM ${prefix}task
                UNION SELECT queue FROM ${prefix}dead WHERE discarded_at IS NULL
                UNION SELECT queue FROM ${prefix}task_pause WHERE until_at IS NULL OR until_at > ${now}
            ) n
            LEFT JOIN (
                SELECT queue, sum(CASE WHEN visible_at <= ${now} THEN 1 ELSE 0 END) AS ready,
                    sum(CASE WHEN visible_at > ${now} AND owner IS NULL THEN 1 ELSE 0 END) AS waiting,
                    sum(CASE WHEN visible_at > ${now} AND owner IS NOT NULL THEN 1 ELSE 0 END) AS running,
                    max(CASE WHEN visible_at <= ${now} THEN ${now} - visible_at END) AS ready_for
                FROM ${prefix}task GROUP BY queue
            ) t ON t.queue = n.queue
            LEFT JOIN (
                SELECT queue, count(*) AS letters FROM ${prefix}dead WHERE discarded_at IS NULL GROUP BY queue
            ) d ON d.queue = n.queue
            LEFT JOIN ${prefix}task_pause p ON p.queue = n.queue AND (p.until_at IS NULL OR p.until_at > ${now})
            ORDER BY n.queue
            """;

    private final Session session;
    private final TaskTables tables;
    private final Consumer<Collection<String>> woken;

    QueueVerbs(Session session, TaskTables tables, Consumer<Collection<String>> woken) {
        this.session = session;
        this.tables = tables;
        this.woken = woken;
    }

    @Override
    public void pause(String queue, @Nullable Duration span, By by) {
        session.call(connection -> tables.writes().write(connection, session.mode(), c -> pauseOn(c, queue, span, by)));
    }

    private int pauseOn(Connection connection, String queue, @Nullable Duration span, By by) throws SQLException {
        String words = by.why();
        Query.update(connection, tables.sql().fill(INSERT), parameters -> parameters.text(queue));
        if (span == null) {
            return Query.update(
                    connection,
                    tables.sql().fill(PAUSE),
                    parameters -> parameters.text(words).text(by.who()).text(queue));
        }
        long micros = Micros.of(span);
        return Query.update(
                connection,
                tables.sql().fill(PAUSE_FOR),
                parameters -> parameters
                        .number(micros)
                        .text(words)
                        .text(by.who())
                        .text(queue)
                        .number(micros));
    }

    @Override
    public void resume(String queue) {
        String delete = tables.sql().fill("DELETE FROM ${prefix}task_pause WHERE queue = ?");
        session.call(connection -> tables.writes()
                .write(connection, session.mode(), c -> Query.update(c, delete, parameters -> parameters.text(queue))));
        woken.accept(List.of(queue));
    }

    @Override
    public Optional<Pause> pauseOf(String queue) {
        return session
                .call(connection -> Query.list(
                        connection,
                        tables.sql().fill(PAUSE_OF),
                        parameters -> parameters.text(queue),
                        row -> new Pause(Rows.instantOrNull(row, 1), new By(row.getString(3), row.getString(2)))))
                .stream()
                .findFirst();
    }

    @Override
    public List<Status> list() {
        return session.call(
                connection -> Query.list(connection, tables.sql().fill(LIST), parameters -> {}, QueueVerbs::status));
    }

    private static Status status(ResultSet row) throws SQLException {
        long readyFor = row.getLong(6);
        Duration oldestReady = row.wasNull() ? null : Duration.of(readyFor, ChronoUnit.MICROS);
        Pause pause = row.getBoolean(7)
                ? new Pause(Rows.instantOrNull(row, 8), new By(row.getString(10), row.getString(9)))
                : null;
        return new Status(
                row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), oldestReady, pause);
    }
}
