package dev.oncemore.jdbc;

import dev.oncemore.jdbc.sql.Prefix;

/** The statements for SQLite, one row each: there is no way to the server to save. Its clock has milliseconds. */
final class SqliteSql {
    private static final String NOW = "(CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) * 1000)";

    private static final String READ = """
            SELECT fingerprint, state, fence, token, who, attempts, response, error, resource_type, resource_id,
                created_at, updated_at, lease_until, expires_at,
                coalesce(lease_until <= ${now}, 0) AS lease_over, coalesce(expires_at <= ${now}, 0) AS expired
            FROM ${prefix}record WHERE scope = ? AND key_value = ?
            """;

    /** With the n-th fence after the last. It needs the write lock from its start, so a deferred transaction can have it. */
    private static final String INSERT = """
            INSERT INTO ${prefix}record (scope, key_value, fingerprint, token, who, lease_until, fence, state, attempts,
                created_at, updated_at)
            SELECT ?, ?, ?, ?, ?, ${now} + ?, f.last + ?, 'RUNNING', 1, ${now}, ${now} FROM ${prefix}fence f WHERE true
            ON CONFLICT (scope, key_value) DO NOTHING
            RETURNING fence
            """;

    private static final String RAISE_FENCE = "UPDATE ${prefix}fence SET last = last + ?";

    private static final String TAKE_OVER = """
            UPDATE ${prefix}record
            SET fingerprint = ?1, token = ?2, who = ?3, lease_until = ${now} + ?4,
                fence = (SELECT f.last + ?5 FROM ${prefix}fence f), state = 'RUNNING',
                attempts = CASE WHEN ?6 THEN 1 ELSE attempts + 1 END,
                created_at = CASE WHEN ?6 THEN ${now} ELSE created_at END, updated_at = ${now},
                response = NULL, error = NULL, resource_type = NULL, resource_id = NULL, expires_at = NULL
            WHERE scope = ?7 AND key_value = ?8 AND fence = ?9
                AND NOT (state = 'RUNNING' AND (lease_until > ${now} OR token = ?2))
            RETURNING fence
            """;

    private static final String FINISH = """
            UPDATE ${prefix}record
            SET state = ?1, response = ?2, error = ?3, resource_type = ?4, resource_id = ?5, updated_at = ${now},
                lease_until = NULL, expires_at = CASE WHEN ?1 = 'UNKNOWN' THEN NULL ELSE ${now} + ?6 END
            WHERE scope = ?7 AND key_value = ?8 AND fence = ?9 AND state = 'RUNNING'
            """;

    private static final String EXTEND = """
            UPDATE ${prefix}record SET lease_until = ${now} + ?, updated_at = ${now}
            WHERE scope = ? AND key_value = ? AND fence = ? AND state = 'RUNNING'
            """;

    /** Only settled records have an end. */
    private static final String PURGE = """
            DELETE FROM ${prefix}record WHERE rowid IN (
                SELECT rowid FROM ${prefix}record WHERE expires_at <= ${now} - ? ORDER BY expires_at LIMIT ?)
            """;

    final String read;
    final String insert;
    final String raiseFence;
    final String takeOver;
    final String finish;
    final String extend;
    final String purge;

    SqliteSql(Prefix prefix) {
        read = fill(prefix, READ);
        insert = fill(prefix, INSERT);
        raiseFence = fill(prefix, RAISE_FENCE);
        takeOver = fill(prefix, TAKE_OVER);
        finish = fill(prefix, FINISH);
        extend = fill(prefix, EXTEND);
        purge = fill(prefix, PURGE);
    }

    private static String fill(Prefix prefix, String sql) {
        return prefix.in(sql.replace("${now}", NOW));
    }
}
