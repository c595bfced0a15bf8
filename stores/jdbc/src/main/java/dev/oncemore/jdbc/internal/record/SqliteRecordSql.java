package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statements for SQLite. There are no round trips to save, but each statement is parsed again, so they are few and short.
 */
final class SqliteRecordSql {
    private static final int TAKE_OVER_BITS = 24;
    private static final String FENCE = "((r.id << 24) + r.take_overs)";

    private static final String READ = """
            ${batch}SELECT r.scope, r.key_value, r.fingerprint, r.state, ${fence} AS fence, r.token, r.who, r.attempts, r.response,
                r.label, r.error, r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
                coalesce(r.lease_until <= ${now}, 0) AS lease_over, coalesce(r.expires_at <= ${now}, 0) AS expired
            FROM ${rows}
            """;

    /** Reads the index only. */
    private static final String KNOWN = "${batch}SELECT r.key_value FROM ${rows}";

    /** It needs the write lock from its start, so a deferred transaction can have it. */
    private static final String INSERT = """
            INSERT INTO ${prefix}record (scope, key_value, fingerprint, token, who, lease_until, state, take_overs, attempts,
                created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ${now} + ?, 'RUNNING', 0, 1, ${now}, ${now})
            ON CONFLICT (scope, key_value) DO NOTHING
            RETURNING id << 24
            """;

    private static final String TAKE_OVER = """
            UPDATE ${prefix}record AS r
            SET fingerprint = ?1, token = ?2, who = ?3, lease_until = ${now} + ?4, take_overs = take_overs + 1,
                state = 'RUNNING', attempts = CASE WHEN ?5 THEN 1 ELSE attempts + 1 END,
                created_at = CASE WHEN ?5 THEN ${now} ELSE created_at END, updated_at = ${now},
                response = NULL, label = NULL, error = NULL, resource_type = NULL, resource_id = NULL, expires_at = NULL
            WHERE scope = ?6 AND key_value = ?7 AND ${fence} = ?8
                AND CASE WHEN ?5 THEN expires_at <= ${now}
                    ELSE state IN ('FAILED_RETRYABLE', 'UNKNOWN')
                        OR (state = 'RUNNING' AND lease_until <= ${now} AND token <> ?2) END
            RETURNING (id << 24) + take_overs
            """;

    private static final String FINISH = """
            UPDATE ${prefix}record AS r
            SET state = ?, response = ?, label = ?, error = ?, resource_type = ?, resource_id = ?, updated_at = ${now},
                lease_until = NULL, expires_at = ${now} + ?
            WHERE id = ? AND ${fence} = ? AND scope = ? AND key_value = ? AND state = 'RUNNING'
            """;

    private static final String INSERT_SETTLED = """
            INSERT INTO ${prefix}record (scope, key_value, fingerprint, token, who, state, response, label, error, resource_type,
                resource_id, expires_at, take_overs, attempts, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now} + ?, 0, 1, ${now}, ${now})
            ON CONFLICT (scope, key_value) DO NOTHING
            """;

    private static final String EXTEND = """
            UPDATE ${prefix}record AS r SET lease_until = ${now} + ?, updated_at = ${now}
            WHERE id = ? AND ${fence} = ? AND scope = ? AND key_value = ? AND state = 'RUNNING'
            """;

    /** Only settled records have an end. */
    private static final String PURGE = """
            DELETE FROM ${prefix}record WHERE id IN (
                SELECT id FROM ${prefix}record WHERE expires_at <= ${now} - ? ORDER BY expires_at LIMIT ?)
            """;

    private final Map<Integer, String> reads = new ConcurrentHashMap<>();
    private final Map<Integer, String> knowns = new ConcurrentHashMap<>();
    private final String readOne;
    private final String readMany;
    private final String knownOne;
    private final String knownMany;
    final String insert;
    final String takeOver;
    final String finish;
    final String insertSettled;
    final String extend;
    final String purge;

    SqliteRecordSql(Dialect dialect, Prefix prefix) {
        readOne = fill(dialect, prefix, ofOne(READ));
        readMany = fill(dialect, prefix, ofMany(READ));
        knownOne = fill(dialect, prefix, ofOne(KNOWN));
        knownMany = fill(dialect, prefix, ofMany(KNOWN));
        insert = fill(dialect, prefix, INSERT);
        takeOver = fill(dialect, prefix, TAKE_OVER);
        finish = fill(dialect, prefix, FINISH);
        insertSettled = fill(dialect, prefix, INSERT_SETTLED);
        extend = fill(dialect, prefix, EXTEND);
        purge = fill(dialect, prefix, PURGE);
    }

    private static String ofOne(String query) {
        return query.replace("${batch}", "")
                .replace("${rows}", "${prefix}record r WHERE r.scope = ? AND r.key_value = ?");
    }

    private static String ofMany(String query) {
        return query.replace("${batch}", "WITH w (scope, key_value) AS (VALUES (?, ?)${more}) ")
                .replace("${rows}", "w CROSS JOIN ${prefix}record r USING (scope, key_value)");
    }

    String read(int rows) {
        return reads.computeIfAbsent(rows, n -> n == 1 ? readOne : forRows(readMany, n));
    }

    /** Which of these keys have a record. */
    String known(int rows) {
        return knowns.computeIfAbsent(rows, n -> n == 1 ? knownOne : forRows(knownMany, n));
    }

    private static String forRows(String many, int rows) {
        return many.replace("${more}", ", (?, ?)".repeat(rows - 1));
    }

    /** The id of the record that has, or had, this fence. */
    static long idIn(long fence) {
        return fence >> TAKE_OVER_BITS;
    }

    private static String fill(Dialect dialect, Prefix prefix, String sql) {
        return prefix.in(dialect.clauses().fill(sql.replace("${fence}", FENCE)));
    }
}
