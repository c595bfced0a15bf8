package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import org.jspecify.annotations.Nullable;

/**
 * The statements for PostgreSQL. Batches are calls of the functions in its schema script, with their columns as arrays. The two
 * verbs of a lone caller are statements of their own: a function with arrays of one takes a tenth of a millisecond longer.
 */
final class PostgresRecordSql {
    /**
     * Single-row form of what the batch function inserts. Only a missing key is inserted, so that no fence is drawn otherwise;
     * one that is not inserted is read by a statement of its own, because a first call should cost no more than an insert.
     */
    private static final String INSERT_ONE = """
            INSERT INTO ${prefix}record AS r (scope, key_value, fingerprint, state, fence, token, who, attempts,
                created_at, updated_at, lease_until)
            SELECT ?, ?, ?, 'RUNNING', nextval('${prefix}fence'), ?, ?, 1, c.now, c.now, c.now + ?
            FROM (SELECT ${prefix}clock() AS now OFFSET 0) c
            WHERE (SELECT 1 FROM ${prefix}record e WHERE e.scope = ? AND e.key_value = ?) IS NULL${lock_wait}
            ON CONFLICT (scope, key_value) DO NOTHING
            RETURNING r.fence
            """;

    /** For this statement only, which is a transaction of its own; the user's transaction waits as the user's settings say. */
    private static final String LOCK_WAIT = " AND set_config('lock_timeout', '${lock_timeout}', true) IS NOT NULL";

    /** What was found instead of inserted. */
    private static final String READ_ONE = """
            SELECT r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response, r.label, r.error, r.resource_type,
                r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
                coalesce(r.lease_until <= ${prefix}clock(), false), coalesce(r.expires_at <= ${prefix}clock(), false)
            FROM ${prefix}record r WHERE r.scope = ? AND r.key_value = ?
            """;

    /** Single-row form of the batch function of this name. An UNKNOWN record has no end and no retention. */
    private static final String FINISH_ONE = """
            UPDATE ${prefix}record
            SET state = ?, response = ?, label = ?, error = ?, resource_type = ?, resource_id = ?, updated_at = ${prefix}clock(),
                lease_until = NULL, expires_at = ${prefix}clock() + ?::bigint
            WHERE scope = ? AND key_value = ? AND fence = ? AND state = 'RUNNING'${lock_wait}
            """;

    /** For this statement only, which is a transaction of its own. */
    private static final String LOCK_WAIT_FIRST =
            "lock_wait AS MATERIALIZED (SELECT set_config('lock_timeout', '${lock_timeout}', true)), ";

    private static final String INSERT_SETTLED = """
            WITH ${lock_wait}w AS (${rows})
            INSERT INTO ${prefix}record AS r (scope, key_value, fingerprint, state, fence, token, who, attempts, response, label,
                error, resource_type, resource_id, created_at, updated_at, expires_at)
            SELECT w.scope, w.key_value, w.fingerprint, w.state, nextval('${prefix}fence'), w.token, w.who, 1, w.response,
                w.label, w.error, w.resource_type, w.resource_id, ${prefix}clock(), ${prefix}clock(),
                CASE WHEN w.state = 'UNKNOWN' THEN NULL ELSE ${prefix}clock() + w.retention END
            FROM ${from_lock_wait}w
            ON CONFLICT (scope, key_value) DO NOTHING
            RETURNING r.scope, r.key_value
            """;

    private static final String OUTCOMES = """
            SELECT * FROM unnest(?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::text[],
                ?::text[], ?::text[], ?::text[], ?::bigint[])
            AS u (scope, key_value, fingerprint, token, who, state, response, label, error, resource_type, resource_id,
                retention)""";

    /** An array of one costs more than a row. */
    private static final String OUTCOME = """
            SELECT ?::text AS scope, ?::text AS key_value, ?::bytea AS fingerprint, ?::text AS token, ?::text AS who,
                ?::text AS state, ?::bytea AS response, ?::text AS label, ?::text AS error, ?::text AS resource_type,
                ?::text AS resource_id, ?::bigint AS retention""";

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

    static final int FINISH_COLUMNS = 10;
    private static final int CLAIM_COLUMNS = 6;

    final String read;
    final String takeOver;
    final String extend;
    final String purge;

    private final String finishAndClaim;
    private final String finishAndClaimAtOnce;
    private final String finishAndClaimJoined;
    private final String insertOneSettled;
    private final String insertOneSettledJoined;
    private final String insertSettled;
    private final String insertSettledJoined;
    private final Prefix prefix;
    private volatile One one;

    PostgresRecordSql(Prefix prefix) {
        this.prefix = prefix;
        one = One.of(prefix, 0);
        finishAndClaim = finishAndClaim("'" + lockTimeout(LockWait.SHORT) + "'");
        finishAndClaimAtOnce = finishAndClaim("'" + lockTimeout(LockWait.NONE) + "'");
        finishAndClaimJoined = finishAndClaim("NULL");
        insertOneSettled = insertSettled(OUTCOME, Mode.OWN);
        insertOneSettledJoined = insertSettled(OUTCOME, Mode.JOINED);
        insertSettled = insertSettled(OUTCOMES, Mode.OWN);
        insertSettledJoined = insertSettled(OUTCOMES, Mode.JOINED);
        read = call(prefix, "read", 2);
        takeOver = call(prefix, "take_over", 9);
        extend = call(prefix, "extend", 5);
        purge = prefix.in(PURGE);
    }

    /**
     * The statements for one request. The server keeps their plans, and a plan that it made while the table was nearly empty
     * reads the whole table. A comment with the table's magnitude makes them other statements, with other plans, each time
     * that as many records again have come.
     */
    record One(
            int magnitude,
            String insert,
            String insertAtOnce,
            String insertJoined,
            String read,
            String finish,
            String finishJoined) {
        static One of(Prefix prefix, int magnitude) {
            String comment = "-- for 2^" + magnitude + " records";
            return new One(
                    magnitude,
                    prefix.in(lockWait(INSERT_ONE, LockWait.SHORT)) + comment,
                    prefix.in(lockWait(INSERT_ONE, LockWait.NONE)) + comment,
                    prefix.in(lockWait(INSERT_ONE, null)) + comment,
                    prefix.in(READ_ONE) + comment,
                    prefix.in(lockWait(FINISH_ONE, LockWait.SHORT)) + comment,
                    prefix.in(lockWait(FINISH_ONE, null)) + comment);
        }

        private static String lockWait(String statement, @Nullable LockWait lockWait) {
            return statement.replace(
                    "${lock_wait}",
                    lockWait == null ? "" : LOCK_WAIT.replace("${lock_timeout}", lockTimeout(lockWait)));
        }

        /** For the store's own transaction with this wait, or for the user's transaction when it is null. */
        String insert(@Nullable LockWait lockWait) {
            if (lockWait == null) {
                return insertJoined;
            }
            return lockWait == LockWait.SHORT ? insert : insertAtOnce;
        }

        /** In the store's own transaction or in the user's. */
        String finish(Mode mode) {
            return mode == Mode.OWN ? finish : finishJoined;
        }
    }

    /** For a short wait in a transaction of our own; null in the user's. */
    static @Nullable String lockTimeout(Mode mode) {
        return mode == Mode.OWN ? lockTimeout(LockWait.SHORT) : null;
    }

    /** Never zero, which PostgreSQL takes for no timeout. */
    private static String lockTimeout(LockWait lockWait) {
        return lockWait == LockWait.SHORT ? "100ms" : "1ms";
    }

    private String finishAndClaim(String lockTimeout) {
        return prefix.in("SELECT * FROM ${prefix}finish_and_claim(" + "?, ".repeat(FINISH_COLUMNS + CLAIM_COLUMNS)
                + lockTimeout + ")");
    }

    /** For the store's own transaction with this wait, or for the user's transaction when it is null. */
    String finishAndClaim(@Nullable LockWait lockWait) {
        if (lockWait == null) {
            return finishAndClaimJoined;
        }
        return lockWait == LockWait.SHORT ? finishAndClaim : finishAndClaimAtOnce;
    }

    /** Inserts one record, or a batch of them. */
    String insertSettled(boolean isOne, Mode mode) {
        if (isOne) {
            return mode == Mode.OWN ? insertOneSettled : insertOneSettledJoined;
        }
        return mode == Mode.OWN ? insertSettled : insertSettledJoined;
    }

    private String insertSettled(String rows, Mode mode) {
        boolean isOwn = mode == Mode.OWN;
        return prefix.in(INSERT_SETTLED
                .replace("${rows}", rows)
                .replace(
                        "${lock_wait}",
                        isOwn ? LOCK_WAIT_FIRST.replace("${lock_timeout}", lockTimeout(LockWait.SHORT)) : "")
                .replace("${from_lock_wait}", isOwn ? "lock_wait CROSS JOIN " : ""));
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
