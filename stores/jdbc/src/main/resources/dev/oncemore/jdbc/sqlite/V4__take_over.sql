-- Oncemore, stricter verbs on records, which are functions on PostgreSQL only.

-- Records that wait for a person, and those whose state nobody knows.
CREATE INDEX ${prefix}record_waiting ON ${prefix}record (scope, key_value)
    WHERE state NOT IN ('RUNNING', 'SUCCEEDED', 'FAILED_RETRYABLE', 'FAILED_FINAL');
DROP INDEX ${prefix}record_unknown;

INSERT INTO ${prefix}schema (version, applied_at)
VALUES (4, CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) * 1000);
