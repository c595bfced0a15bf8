package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Prefix;
import org.jspecify.annotations.Nullable;

/**
 * The statements for PostgreSQL. Batches are calls of the functions in its schema script, with their columns as arrays. The two
 * verbs of a lone caller are statements of their own: a function with arrays of one takes a tenth of a millisecond longer.
 */
final class PostgresRecordSql {
    /** Says the same as the function of this name does of many. */
    private static final String INSERT_OR_READ_ONE = """
            WITH ${lock_wait}existing AS MATERIALIZED (
                SELECT r.scope, r.key_value, r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response,
                    r.label, r.error, r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
                    coalesce(r.lease_until <= ${prefix}clock(), false) AS lease_over,
                    coalesce(r.expires_at <= ${prefix}clock(), false) AS expired
                FROM ${prefix}record r WHERE r.scope = ? AND r.key_value = ?
            ), inserted AS (
                INSERT INTO ${prefix}record AS r (scope, key_value, fingerprint, state, fence, token, who, attempts,
                    created_at, updated_at, lease_until)
                SELECT ?, ?, ?, 'RUNNING', nextval('${prefix}fence'), ?, ?, 1,
                    ${prefix}clock(), ${prefix}clock(), ${prefix}clock() + ?
                ${from_lock_wait}WHERE NOT EXISTS (SELECT FROM existing)
                ON CONFLICT (scope, key_value) DO NOTHING
                RETURNING r.scope, r.key_value, r.fence
            )
            SELECT false AS is_new, e.* FROM existing e
            UNION ALL
            SELECT true, i.scope, i.key_value, NULL, NULL, i.fence, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                NULL, NULL, NULL, NULL, NULL
            FROM inserted i
            """;

    /** For this statement only, which is a transaction of its own; the user's transaction waits as the user's settings say. */
    private static final String LOCK_WAIT =
            "lock_wait AS MATERIALIZED (SELECT set_config('lock_timeout', '${lock_timeout}', true)), ";

    /** Single-row form of the batch function of this name. An UNKNOWN record has no end and no retention. */
    private static final String FINISH_ONE = """
            UPDATE ${prefix}record
            SET state = ?, response = ?, label = ?, error = ?, resource_type = ?, resource_id = ?, updated_at = ${prefix}clock(),
                lease_until = NULL, expires_at = ${prefix}clock() + ?::bigint
            WHERE scope = ? AND key_value = ? AND fence = ? AND state = 'RUNNING'
            """;

    /**
     * Only settled records have an end. Locked records are skipped until the next purge, so that no transaction waits for a purge.
     * The time is that of the statement, because a volatile time cannot use an index.
     */
    private static final String PURGE = """
            DELETE FROM ${prefix}record WHERE ctid = ANY (ARRAY(
                SELECT r.ctid FROM ${prefix}record r
                WHERE r.expires_at <= (extract(epoch FROM statement_timestamp()) * 1000000)::bigint - ?
                ORDER BY r.expires_at LIMIT ? FOR UPDATE SKIP LOCKED))
            """;

    final String read;
    final String takeOver;
    final String finish;
    final String extend;
    final String purge;

    private final Prefix prefix;
    private volatile One one;

    PostgresRecordSql(Prefix prefix) {
        this.prefix = prefix;
        one = One.of(prefix, 0);
        read = call(prefix, "read", 2);
        takeOver = call(prefix, "take_over", 8);
        finish = call(prefix, "finish", 10);
        extend = call(prefix, "extend", 4);
        purge = prefix.in(PURGE);
    }

    /**
     * The statements for one request. The server keeps their plans, and a plan that it made while the table was nearly empty
     * reads the whole table. A comment with the table's magnitude makes them other statements, with other plans, each time
     * that as many records again have come.
     */
    record One(
            int magnitude, String insertOrRead, String insertOrReadAtOnce, String insertOrReadJoined, String finish) {
        static One of(Prefix prefix, int magnitude) {
            String comment = "-- for 2^" + magnitude + " records";
            return new One(
                    magnitude,
                    prefix.in(lockWait(LockWait.SHORT)) + comment,
                    prefix.in(lockWait(LockWait.NONE)) + comment,
                    prefix.in(lockWait(null)) + comment,
                    prefix.in(FINISH_ONE) + comment);
        }

        private static String lockWait(@Nullable LockWait lockWait) {
            return INSERT_OR_READ_ONE
                    .replace(
                            "${lock_wait}",
                            lockWait == null ? "" : LOCK_WAIT.replace("${lock_timeout}", lockTimeout(lockWait)))
                    .replace("${from_lock_wait}", lockWait == null ? "" : "FROM lock_wait ");
        }

        /** For the store's own transaction with this wait, or for the user's transaction when it is null. */
        String insertOrRead(@Nullable LockWait lockWait) {
            if (lockWait == null) {
                return insertOrReadJoined;
            }
            return lockWait == LockWait.SHORT ? insertOrRead : insertOrReadAtOnce;
        }
    }

    /** Never zero, which PostgreSQL takes for no timeout. */
    private static String lockTimeout(LockWait lockWait) {
        return lockWait == LockWait.SHORT ? "100ms" : "1ms";
    }

    /** For the store's own transaction with this wait, or for the user's transaction when it is null. */
    String insertOrRead(@Nullable LockWait lockWait) {
        String timeout = lockWait == null ? "NULL" : "'" + lockTimeout(lockWait) + "'";
        return prefix.in("SELECT * FROM ${prefix}insert_or_read(?, ?, ?, ?, ?, ?, " + timeout + ")");
    }

    One one() {
        return one;
    }

    /** Fences come from one sequence, so each shows how many records there have been. */
    void sawFence(long fence) {
        int magnitude = Long.SIZE - Long.numberOfLeadingZeros(fence);
        if (magnitude > one.magnitude) {
            one = One.of(prefix, magnitude);
        }
    }

    private static String call(Prefix prefix, String function, int parameters) {
        return prefix.in("SELECT * FROM ${prefix}" + function + "(" + "?, ".repeat(parameters - 1) + "?)");
    }
}
