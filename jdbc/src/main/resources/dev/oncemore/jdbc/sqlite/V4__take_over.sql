-- Oncemore, stricter verbs on records. They are functions on PostgreSQL only: nothing changes here.

INSERT INTO ${prefix}schema (version, applied_at)
VALUES (4, CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) * 1000);
