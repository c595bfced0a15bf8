package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The statements for MariaDB. A batch is a derived table with one SELECT for each request, which goes first in every join so
 * that rows are found by their primary key and in the batch's order.
 */
final class MariaDbRecordSql {
    private static final int KEPT_ROWS_MAX = 256;

    private final Map<String, String> built = new ConcurrentHashMap<>();
    private final Dialect dialect;
    private final Prefix prefix;

    MariaDbRecordSql(Dialect dialect, Prefix prefix) {
        this.dialect = dialect;
        this.prefix = prefix;
    }

    /**
     * Keys that are there are passed over, and not returned. Nothing else can go wrong that IGNORE would hide. The wait
     * for open transactions that hold one of the keys is short, because a batch makes other callers wait; null keeps the user
     * transaction's own lock timeout.
     */
    String insert(int rows, @Nullable LockWait lockWait) {
        return build(
                "insert" + lockWait,
                rows,
                () -> waiting(lockWait)
                        + """
            INSERT IGNORE INTO ${prefix}record (scope, key_value, fingerprint, token, who, lease_until, fence, state,
                attempts, created_at, updated_at)
            VALUES\s"""
                        + String.join(", ", Collections.nCopies(rows, """
            (?, ?, ?, ?, ?, ${now} + ?, NEXT VALUE FOR ${prefix}fence, 'RUNNING', 1, ${now}, ${now})""")) + " RETURNING scope, key_value, fence");
    }

    /** As {@link #insert}; all columns are wide enough for what {@code RecordFinish} allows. */
    String insertSettled(int rows, @Nullable LockWait lockWait) {
        return build(
                "insertSettled" + lockWait,
                rows,
                () -> waiting(lockWait)
                        + """
            INSERT IGNORE INTO ${prefix}record (scope, key_value, fingerprint, token, who, state, response, label, error,
                resource_type, resource_id, expires_at, fence, attempts, created_at, updated_at)
            VALUES\s"""
                        + String.join(", ", Collections.nCopies(rows, """
            (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now} + ?, NEXT VALUE FOR ${prefix}fence, 1, ${now}, ${now})""")) + " RETURNING scope, key_value");
    }

    private static String waiting(@Nullable LockWait lockWait) {
        return lockWait == null
                ? ""
                : "SET STATEMENT innodb_lock_wait_timeout = " + (lockWait == LockWait.SHORT ? 1 : 0) + " FOR ";
    }

    String read(int rows) {
        return build("read", rows, () -> """
            SELECT w.ord, r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response, r.label, r.error,
                r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
                coalesce(r.lease_until <= ${now}, 0) AS lease_over, coalesce(r.expires_at <= ${now}, 0) AS expired
            FROM ${batch} STRAIGHT_JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            """.replace("${batch}", batch(rows, "scope", "key_value")));
    }

    /** Reads what is committed now, and not what was when the transaction began. */
    String readNow(int rows) {
        return build("readNow", rows, () -> read(rows) + " LOCK IN SHARE MODE");
    }

    String takeOver(int rows, @Nullable LockWait lockWait) {
        return build(
                "takeOver" + lockWait,
                rows,
                () -> waiting(lockWait)
                        + """
            UPDATE ${batch} STRAIGHT_JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            SET r.attempts = CASE WHEN w.afresh = 1 THEN 1 ELSE r.attempts + 1 END,
                r.created_at = CASE WHEN w.afresh = 1 THEN ${now} ELSE r.created_at END, r.updated_at = ${now},
                r.fingerprint = w.fingerprint, r.token = w.token, r.who = w.who, r.lease_until = ${now} + w.lease,
                r.fence = NEXT VALUE FOR ${prefix}fence, r.state = 'RUNNING',
                r.response = NULL, r.label = NULL, r.error = NULL, r.resource_type = NULL, r.resource_id = NULL, r.expires_at = NULL
            WHERE r.fence = w.expected
                AND CASE WHEN w.afresh = 1 THEN r.expires_at <= ${now}
                    ELSE r.state IN ('FAILED_RETRYABLE', 'UNKNOWN')
                        OR (r.state = 'RUNNING' AND r.lease_until <= ${now} AND r.token <> w.token) END
            """.replace(
                                        "${batch}",
                                        batch(
                                                rows,
                                                "scope",
                                                "key_value",
                                                "fingerprint",
                                                "token",
                                                "who",
                                                "lease",
                                                "expected",
                                                "afresh")));
    }

    /** An UNKNOWN record has no end and no retention. */
    String finishOne(@Nullable LockWait lockWait) {
        return build("finishOne" + lockWait, 1, () -> waiting(lockWait).concat("""
            UPDATE ${prefix}record
            SET state = ?, response = ?, label = ?, error = ?, resource_type = ?, resource_id = ?, updated_at = ${now},
                lease_until = NULL, expires_at = ${now} + ?
            WHERE scope = ? AND key_value = ? AND fence = ? AND state = 'RUNNING'
            """));
    }

    String finish(int rows, @Nullable LockWait lockWait) {
        return build(
                "finish" + lockWait,
                rows,
                () -> waiting(lockWait)
                        + """
            UPDATE ${batch} STRAIGHT_JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            SET r.state = w.state, r.response = w.response, r.label = w.label, r.error = w.error,
                r.resource_type = w.resource_type, r.resource_id = w.resource_id, r.updated_at = ${now}, r.lease_until = NULL,
                r.expires_at = CASE WHEN w.state = 'UNKNOWN' THEN NULL ELSE ${now} + w.retention END
            WHERE r.fence = w.fence AND r.state = 'RUNNING'
            """.replace(
                                        "${batch}",
                                        batch(
                                                rows,
                                                "scope",
                                                "key_value",
                                                "fence",
                                                "state",
                                                "response",
                                                "label",
                                                "error",
                                                "resource_type",
                                                "resource_id",
                                                "retention")));
    }

    String extend(int rows, @Nullable LockWait lockWait) {
        return build(
                "extend" + lockWait,
                rows,
                () -> waiting(lockWait) + """
            UPDATE ${batch} STRAIGHT_JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            SET r.lease_until = ${now} + w.lease, r.updated_at = ${now}
            WHERE r.fence = w.fence AND r.state = 'RUNNING'
            """.replace("${batch}", batch(rows, "scope", "key_value", "fence", "lease")));
    }

    /** Which of these claims are running. */
    String held(int rows, Mode mode) {
        return build(
                "held" + mode,
                rows,
                () -> """
            SELECT w.ord FROM ${batch} STRAIGHT_JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            WHERE r.fence = w.fence AND r.state = 'RUNNING'
            """.replace("${batch}", batch(rows, "scope", "key_value", "fence"))
                        + (mode == Mode.JOINED ? " LOCK IN SHARE MODE" : ""));
    }

    /** Takes no locks: a locking search would lock the gap into which every new record's entry goes. */
    String findExpired() {
        return build("findExpired", 1, () -> """
            SELECT scope, key_value FROM ${prefix}record WHERE expires_at <= ${now} - ? ORDER BY expires_at LIMIT ?
            """);
    }

    String deleteExpired(int rows) {
        return build("deleteExpired", rows, () -> """
            DELETE r FROM ${batch} STRAIGHT_JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            WHERE r.expires_at <= ${now} - ?
            """.replace("${batch}", batch(rows, "scope", "key_value")));
    }

    private static String batch(int rows, String... columns) {
        StringBuilder batch = new StringBuilder("(SELECT 0 AS ord, ? AS ").append(String.join(", ? AS ", columns));
        String more = ", ?".repeat(columns.length);
        for (int i = 1; i < rows; i++) {
            batch.append(" UNION ALL SELECT ").append(i).append(more);
        }
        return batch.append(") w").toString();
    }

    private String build(String name, int rows, Supplier<String> template) {
        String key = name + rows;
        String known = built.get(key);
        if (known != null) {
            return known;
        }
        String sql = prefix.in(dialect.clauses().fill(template.get()));
        if (rows <= KEPT_ROWS_MAX) {
            built.put(key, sql);
        }
        return sql;
    }
}
