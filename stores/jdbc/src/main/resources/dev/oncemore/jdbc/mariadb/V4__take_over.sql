-- Oncemore, stricter verbs on records. They are functions on PostgreSQL only: nothing changes here.

INSERT IGNORE INTO ${prefix}schema (version, applied_at)
VALUES (4, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)));
