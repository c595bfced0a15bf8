-- Oncemore, durable tasks. Times are microseconds since 1970-01-01 UTC by this machine's clock, to the millisecond.

-- Live tasks. There is no status: a task that is due can be claimed, whether it is new, delayed, retried or left behind.
-- at_head is false for a task of a lane that waits behind another. A sequence number is never used again, because a parked
-- letter may come back to its place.
-- in_doubt: an attempt may have taken effect, and none has been answered since. Ends write it; a claim that was left behind
-- without an end counts as doubt as well.
-- from_snapshot: enqueued in a transaction that might not see how a task of this id ended; its first claim looks.
-- previous_delay: of the last retry, in microseconds, from which decorrelated jitter grows.
-- node: the incarnation of the owner's node, if it is known as one.
CREATE TABLE ${prefix}task (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT    NOT NULL UNIQUE,
    queue        TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    priority     INTEGER NOT NULL,
    max_attempts INTEGER,
    lane_key     TEXT,
    on_poison    TEXT,
    dedup_key    TEXT,
    at_head      INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    visible_at   INTEGER NOT NULL,
    fence        INTEGER NOT NULL,
    owner        TEXT,
    node         INTEGER,
    redrives     INTEGER NOT NULL,
    enqueued_at  INTEGER NOT NULL,
    in_doubt     INTEGER NOT NULL DEFAULT 0,
    from_snapshot INTEGER NOT NULL DEFAULT 0,
    previous_delay INTEGER NOT NULL DEFAULT 0,
    headers      TEXT    NOT NULL,
    payload      BLOB    NOT NULL
);

CREATE INDEX ${prefix}task_due ON ${prefix}task (queue, priority, visible_at, seq) WHERE at_head = 1;

CREATE INDEX ${prefix}task_lane ON ${prefix}task (queue, lane_key, seq) WHERE lane_key IS NOT NULL;

CREATE INDEX ${prefix}task_lane_owned ON ${prefix}task (queue, lane_key)
WHERE lane_key IS NOT NULL AND owner IS NOT NULL;

-- Dead letters. A parked one blocks its lane.
CREATE TABLE ${prefix}dead (
    id           TEXT    NOT NULL PRIMARY KEY,
    queue        TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    priority     INTEGER NOT NULL,
    max_attempts INTEGER,
    lane_key     TEXT,
    on_poison    TEXT,
    dedup_key    TEXT,
    seq          INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    fence        INTEGER NOT NULL,
    redrives     INTEGER NOT NULL,
    enqueued_at  INTEGER NOT NULL,
    reason       TEXT    NOT NULL,
    signature    TEXT    NOT NULL,
    died_at      INTEGER NOT NULL,
    in_doubt     INTEGER NOT NULL,
    discarded_at INTEGER,
    stack_trace  TEXT,
    headers      TEXT    NOT NULL,
    payload      BLOB    NOT NULL
);

CREATE INDEX ${prefix}dead_died_at ON ${prefix}dead (died_at, id);

CREATE INDEX ${prefix}dead_signature ON ${prefix}dead (signature, died_at, id);

CREATE INDEX ${prefix}dead_queue ON ${prefix}dead (queue, died_at, id) WHERE discarded_at IS NULL;

CREATE INDEX ${prefix}dead_kind ON ${prefix}dead (kind, died_at, id) WHERE discarded_at IS NULL;

CREATE INDEX ${prefix}dead_discarded_at ON ${prefix}dead (discarded_at) WHERE discarded_at IS NOT NULL;

CREATE INDEX ${prefix}dead_lane ON ${prefix}dead (queue, lane_key) WHERE lane_key IS NOT NULL;

-- History. ended_at is there on the line that ended its task for good; the purge goes by it.
CREATE TABLE ${prefix}task_log (
    task_id  TEXT    NOT NULL,
    fence    INTEGER NOT NULL,
    queue    TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    event    TEXT    NOT NULL,
    attempt  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    who      TEXT    NOT NULL,
    ended_at INTEGER,
    words    TEXT,
    bytes    BLOB,
    PRIMARY KEY (task_id, fence)
) WITHOUT ROWID;

CREATE INDEX ${prefix}task_log_ended_at ON ${prefix}task_log (ended_at) WHERE ended_at IS NOT NULL;

-- Dedup keys, each taken until the last trace of its task is purged.
CREATE TABLE ${prefix}task_key (
    queue     TEXT NOT NULL,
    dedup_key TEXT NOT NULL,
    task_id   TEXT NOT NULL,
    PRIMARY KEY (queue, dedup_key)
) WITHOUT ROWID;

CREATE INDEX ${prefix}task_key_task_id ON ${prefix}task_key (task_id);

CREATE TABLE ${prefix}task_pause (
    queue    TEXT NOT NULL PRIMARY KEY,
    until_at INTEGER,
    reason   TEXT NOT NULL,
    who      TEXT NOT NULL
);

-- Nodes that hold tasks, one row per start of a node. A row whose node holds nothing is only for people to see. lease and silence
-- are those of the node's settings, in microseconds.
CREATE TABLE ${prefix}task_node (
    incarnation INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL,
    since_at    INTEGER NOT NULL,
    beat_at     INTEGER NOT NULL,
    running     INTEGER NOT NULL,
    lease       INTEGER NOT NULL,
    silence     INTEGER NOT NULL,
    take_overs  INTEGER NOT NULL
);

-- Notes: small texts beside the tasks.
CREATE TABLE ${prefix}note (
    name       TEXT NOT NULL PRIMARY KEY,
    content    TEXT NOT NULL,
    written_at INTEGER NOT NULL
);
