package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Fills a store that a server has created with waiting tasks, dead letters, records, log entries and audit entries. */
final class FullStore {
    private static final String NUMBERS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ";

    private FullStore() {}

    /** Adds this many tasks, dead letters, ended tasks, records and audit entries each. */
    static void fill(Path data, int rows) {
        long now = System.currentTimeMillis() * 1_000;
        for (String sql : List.of(
                NUMBERS.formatted(rows)
                        + "INSERT INTO oncemore_task (id, queue, kind, priority, at_head, attempts, visible_at, fence, redrives,"
                        + " enqueued_at, headers, payload) SELECT 'task-' || i, 'queue-' || (i % 20), 'mail', 0, 1, 0, "
                        + (now + 86_400_000_000L) + " + i, i, 0, " + now
                        + " - i * 1000, '', CAST('{\"to\":\"ann@example.com\"}' AS BLOB) FROM n",
                NUMBERS.formatted(rows)
                        + "INSERT INTO oncemore_dead (id, queue, kind, priority, seq, attempts, fence, redrives, enqueued_at,"
                        + " reason, signature, died_at, in_doubt, headers, payload) SELECT 'dead-' || i, 'queue-' || (i % 20),"
                        + " 'mail', 0, 100000000 + i, 5, 100000000 + i, 0, " + now
                        + " - i * 2000, 'HTTP 503 from host ' || (i % 50),"
                        + " 'HTTP 503 from host ' || (i % 50), " + now
                        + " - i * 1000, 0, '', CAST('{\"to\":\"ann@example.com\"}' AS BLOB) FROM n",
                NUMBERS.formatted(rows)
                        + "INSERT INTO oncemore_task_log (task_id, fence, queue, kind, event, attempt, at, who, ended_at, words)"
                        + " SELECT 'done-' || i, 1, 'queue-' || (i % 20), 'mail', 'DONE', 1, " + now
                        + " - i * 1000, 'node-1', " + now + " - i * 1000, '' FROM n",
                NUMBERS.formatted(rows)
                        + "INSERT INTO oncemore_record (scope, key_value, fingerprint, state, take_overs, token, who, attempts,"
                        + " created_at, updated_at, expires_at, response) SELECT 'acme/payment', 'key-' || i, zeroblob(32),"
                        + " 'SUCCEEDED', 0, 't', 'node-1', 1, " + now + ", " + now + ", " + (now + 604_800_000_000L)
                        + ", CAST('{\"id\":1}' AS BLOB) FROM n",
                NUMBERS.formatted(rows)
                        + "INSERT INTO oncemore_audit (id, at, who, action, subject, why) SELECT 'act-' || printf('%09d', i), "
                        + (now / 1_000) + " - i * 1000, 'admin', 'queue paused', 'queue-1', 'because' FROM n")) {
            execute(data, sql);
        }
        Subject.require(
                number(data, "SELECT count(*) FROM oncemore_record") >= rows, "the store was not filled as intended");
    }

    private static void execute(Path data, String sql) {
        try (Connection connection = connect(data);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new MeasuringException("the store refused " + sql + ": " + e.getMessage(), e);
        }
    }

    private static long number(Path data, String sql) {
        try (Connection connection = connect(data);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        } catch (SQLException e) {
            throw new MeasuringException("the store refused " + sql + ": " + e.getMessage(), e);
        }
    }

    private static Connection connect(Path data) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve("oncemore.db"));
    }
}
