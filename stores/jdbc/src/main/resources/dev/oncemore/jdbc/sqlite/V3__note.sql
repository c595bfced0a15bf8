-- Oncemore, what is declared beside the tasks, and what the people on call list.

CREATE TABLE ${prefix}note (
    name       TEXT NOT NULL PRIMARY KEY,
    content    TEXT NOT NULL,
    written_at INTEGER NOT NULL
);

-- Records that wait for a person. Those that never were unknown are not in it.
CREATE INDEX ${prefix}record_unknown ON ${prefix}record (scope, key_value) WHERE state = 'UNKNOWN';

INSERT INTO ${prefix}schema (version, applied_at)
VALUES (3, CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) * 1000);
