-- Oncemore, records of effects. Times are microseconds since 1970-01-01 UTC by this machine's clock.

-- A record's fence is its id times 2^24, plus how often it was taken over. AUTOINCREMENT never gives an id again, so a fence
-- never comes back, not even when records are deleted.
CREATE TABLE ${prefix}record (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    scope         TEXT    NOT NULL COLLATE BINARY,
    key_value     TEXT    NOT NULL COLLATE BINARY,
    fingerprint   BLOB    NOT NULL,
    state         TEXT    NOT NULL,
    take_overs    INTEGER NOT NULL,
    token         TEXT    NOT NULL,
    who           TEXT    NOT NULL,
    attempts      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    lease_until   INTEGER,
    expires_at    INTEGER,
    resource_type TEXT,
    resource_id   TEXT,
    error         TEXT,
    label         TEXT,
    response      BLOB,
    UNIQUE (scope, key_value)
);

-- For the purge. A record is in it once it is settled.
CREATE INDEX ${prefix}record_expires_at ON ${prefix}record (expires_at) WHERE expires_at IS NOT NULL;

-- Records that wait for a person, and those in an unknown state. Not as NOT IN, for which SQLite would fill a table of the four
-- states at every end.
CREATE INDEX ${prefix}record_waiting ON ${prefix}record (scope, key_value)
    WHERE state <> 'RUNNING' AND state <> 'SUCCEEDED' AND state <> 'FAILED_RETRYABLE' AND state <> 'FAILED_FINAL';
