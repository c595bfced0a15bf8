package dev.oncemore.jdbc;

import dev.oncemore.jdbc.sql.Prefix;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements for PostgreSQL. The clock is read by the statement and not by the transaction, whose time stands still. Each
 * statement is right at READ COMMITTED: whether a row is changed depends on that row as it is when it is locked.
 */
final class PostgresSql {
    /** A batch as a table, with the types of its columns; a column with the position is added. */
    private static final Pattern BATCH = Pattern.compile("\\$\\{batch ([a-z ]+)\\}");

    private static final String NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private static final String RECORD = """
            r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response, r.error,
            r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
            coalesce(r.lease_until <= ${now}, false) AS lease_over,
            coalesce(r.expires_at <= ${now}, false) AS expired
            """;

    /**
     * What is there is read from the statement's snapshot. Only the rest is inserted, so that nothing is written and no fence
     * is drawn when everything is there. A key that another transaction inserted meanwhile is in neither part; waiting for
     * that transaction is what makes the unique key a lock.
     */
    private static final String INSERT_OR_READ = """
            WITH wanted AS MATERIALIZED (
                SELECT * FROM ${batch text text bytea text text bigint}
                    AS w (scope, key_value, fingerprint, token, who, lease, ord)
            ), existing AS MATERIALIZED (
                SELECT w.ord, ${record}
                FROM wanted w JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            ), inserted AS (
                INSERT INTO ${prefix}record AS r (scope, key_value, fingerprint, state, fence, token, who, attempts,
                    created_at, updated_at, lease_until)
                SELECT w.scope, w.key_value, w.fingerprint, 'RUNNING', nextval('${prefix}fence'), w.token, w.who, 1,
                    ${now}, ${now}, ${now} + w.lease
                FROM wanted w WHERE w.ord NOT IN (SELECT e.ord FROM existing e) ORDER BY w.ord
                ON CONFLICT (scope, key_value) DO NOTHING
                RETURNING r.scope, r.key_value, r.fence
            )
            SELECT false AS is_new, e.* FROM existing e
            UNION ALL
            SELECT true, w.ord, NULL, NULL, i.fence, NULL, NULL, NULL, NULL, NULL,
                NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
            FROM inserted i JOIN wanted w ON w.scope = i.scope AND w.key_value = i.key_value
            """;

    private static final String READ = """
            SELECT w.ord, ${record}
            FROM ${batch text text} AS w (scope, key_value, ord)
            JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value
            """;

    private static final String TAKE_OVER = """
            UPDATE ${prefix}record r
            SET fingerprint = w.fingerprint, state = 'RUNNING', fence = nextval('${prefix}fence'), token = w.token,
                who = w.who, attempts = CASE WHEN w.afresh THEN 1 ELSE r.attempts + 1 END,
                response = NULL, error = NULL, resource_type = NULL, resource_id = NULL,
                created_at = CASE WHEN w.afresh THEN ${now} ELSE r.created_at END, updated_at = ${now},
                lease_until = ${now} + w.lease, expires_at = NULL
            FROM ${batch text text bytea text text bigint bigint boolean}
                AS w (scope, key_value, fingerprint, token, who, lease, expected, afresh, ord)
            WHERE r.scope = w.scope AND r.key_value = w.key_value AND r.fence = w.expected
                AND NOT (r.state = 'RUNNING' AND (r.lease_until > ${now} OR r.token = w.token))
            RETURNING w.ord, r.fence
            """;

    private static final String FINISH = """
            UPDATE ${prefix}record r
            SET state = w.state, response = w.response, error = w.error, resource_type = w.resource_type,
                resource_id = w.resource_id, updated_at = ${now}, lease_until = NULL,
                expires_at = CASE WHEN w.state = 'UNKNOWN' THEN NULL ELSE ${now} + w.retention END
            FROM ${batch text text bigint text bytea text text text bigint}
                AS w (scope, key_value, fence, state, response, error, resource_type, resource_id, retention, ord)
            WHERE r.scope = w.scope AND r.key_value = w.key_value AND r.fence = w.fence AND r.state = 'RUNNING'
            RETURNING w.ord
            """;

    private static final String EXTEND = """
            UPDATE ${prefix}record r SET lease_until = ${now} + w.lease, updated_at = ${now}
            FROM ${batch text text bigint bigint} AS w (scope, key_value, fence, lease, ord)
            WHERE r.scope = w.scope AND r.key_value = w.key_value AND r.fence = w.fence AND r.state = 'RUNNING'
            RETURNING w.ord
            """;

    /** Only settled records have an end. What somebody holds is left for another time, so that nobody waits for a purge. */
    private static final String PURGE = """
            DELETE FROM ${prefix}record WHERE ctid = ANY (ARRAY(
                SELECT r.ctid FROM ${prefix}record r WHERE r.expires_at <= ${statement_now} - ?
                ORDER BY r.expires_at LIMIT ? FOR UPDATE SKIP LOCKED))
            """;

    final String insertOrRead;
    final String read;
    final String takeOver;
    final String finish;
    final String extend;
    final String purge;

    private final Prefix prefix;
    private final UnaryOperator<String> batch;

    private PostgresSql(Prefix prefix, UnaryOperator<String> batch) {
        this.prefix = prefix;
        this.batch = batch;
        insertOrRead = fill(INSERT_OR_READ);
        read = fill(READ);
        takeOver = fill(TAKE_OVER);
        finish = fill(FINISH);
        extend = fill(EXTEND);
        purge = fill(PURGE);
    }

    /**
     * For batches of any size: a column is an array. The server must plan each of them anew: a plan that it made and kept
     * while the table was empty would read the whole table for ever after. It keeps a plan that looks no dearer than a new
     * one, so the condition looks like a million rows to whoever does not know that its parameters are 1.
     */
    static PostgresSql many(Prefix prefix) {
        return new PostgresSql(prefix, types -> """
                (SELECT * FROM unnest(?::%s[]) WITH ORDINALITY
                    WHERE 0 < (SELECT count(*) FROM generate_series(1, ?::int) a, generate_series(1, ?::int) b))\
                """.formatted(types.replace(" ", "[], ?::")));
    }

    /** For one request. The server sees that one plan serves all, which it cannot know of arrays, and plans it only once. */
    static PostgresSql one(Prefix prefix) {
        return new PostgresSql(prefix, types -> "(VALUES (?::" + types.replace(" ", ", ?::") + ", 1))");
    }

    private String fill(String template) {
        String sql = BATCH.matcher(template).replaceAll(found -> Matcher.quoteReplacement(batch.apply(found.group(1))));
        return prefix.in(sql.replace("${record}", RECORD)
                // A stable time can be looked up in the index, the clock's cannot.
                .replace("${statement_now}", NOW.replace("clock_timestamp", "statement_timestamp"))
                .replace("${now}", NOW));
    }
}
