-- Oncemore, durable tasks. Times are microseconds since 1970-01-01 UTC by this server's clock.
-- A definition cannot be rolled back here, so each can be repeated.

CREATE SEQUENCE IF NOT EXISTS ${prefix}task_seq START WITH 1 INCREMENT BY 1 CACHE 1000 ENGINE = InnoDB;

-- Live tasks. There is no status: a task that is due can be claimed, whether it is new, delayed, retried or left behind.
-- at_head is false for a task of a lane that waits behind another. Names are compared byte by byte, trailing spaces too.
-- in_doubt: an attempt may have taken effect, and none has been answered since. Ends write it; a claim that was left behind
-- without an end counts as doubt as well.
-- from_snapshot: enqueued in a transaction that might not see how a task of this id ended; its first claim looks.
-- previous_delay: of the last retry, in microseconds, from which decorrelated jitter grows.
-- node: the incarnation of the owner's node, if it is known as one.
CREATE TABLE IF NOT EXISTS ${prefix}task (
    seq          BIGINT       NOT NULL PRIMARY KEY,
    id           VARCHAR(200) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    queue        VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    kind         VARCHAR(120) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    priority     INTEGER      NOT NULL,
    max_attempts INTEGER,
    lane_key     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_nopad_bin,
    on_poison    VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_nopad_bin,
    dedup_key    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_nopad_bin,
    at_head      BOOLEAN      NOT NULL,
    attempts     INTEGER      NOT NULL,
    visible_at   BIGINT       NOT NULL,
    fence        BIGINT       NOT NULL,
    owner        VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin,
    node         BIGINT,
    redrives     INTEGER      NOT NULL,
    enqueued_at  BIGINT       NOT NULL,
    in_doubt     BOOLEAN      NOT NULL DEFAULT FALSE,
    from_snapshot BOOLEAN      NOT NULL DEFAULT FALSE,
    previous_delay BIGINT      NOT NULL DEFAULT 0,
    headers      MEDIUMTEXT   NOT NULL,
    payload      LONGBLOB     NOT NULL,
    UNIQUE INDEX ${prefix}task_id (id),
    INDEX ${prefix}task_due (queue, at_head, priority, visible_at, seq),
    INDEX ${prefix}task_lane (queue, lane_key, seq),
    INDEX ${prefix}task_lane_head (queue, lane_key, at_head)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- A lane's lock, held by a transaction that enqueues into it until it ends.
CREATE TABLE IF NOT EXISTS ${prefix}task_lane_lock (
    queue    VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    lane_key VARCHAR(255) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    PRIMARY KEY (queue, lane_key)
) ENGINE = InnoDB;

-- Dead letters. A parked one blocks its lane.
CREATE TABLE IF NOT EXISTS ${prefix}dead (
    id           VARCHAR(200) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL PRIMARY KEY,
    queue        VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    kind         VARCHAR(120) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    priority     INTEGER      NOT NULL,
    max_attempts INTEGER,
    lane_key     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_nopad_bin,
    on_poison    VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_nopad_bin,
    dedup_key    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_nopad_bin,
    seq          BIGINT       NOT NULL,
    attempts     INTEGER      NOT NULL,
    fence        BIGINT       NOT NULL,
    redrives     INTEGER      NOT NULL,
    enqueued_at  BIGINT       NOT NULL,
    reason       TEXT         NOT NULL,
    signature    VARCHAR(255) NOT NULL,
    died_at      BIGINT       NOT NULL,
    in_doubt     BOOLEAN      NOT NULL,
    discarded_at BIGINT,
    stack_trace  TEXT,
    headers      MEDIUMTEXT   NOT NULL,
    payload      LONGBLOB     NOT NULL,
    INDEX ${prefix}dead_died_at (died_at, id),
    INDEX ${prefix}dead_signature (signature, died_at, id),
    INDEX ${prefix}dead_queue (queue, died_at, id),
    INDEX ${prefix}dead_kind (kind, died_at, id),
    INDEX ${prefix}dead_discarded_at (discarded_at),
    INDEX ${prefix}dead_lane (queue, lane_key)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- History. ended_at is there on the line that ended its task for good; the purge goes by it.
CREATE TABLE IF NOT EXISTS ${prefix}task_log (
    task_id  VARCHAR(200) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    fence    BIGINT       NOT NULL,
    queue    VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    kind     VARCHAR(120) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    event    VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    attempt  INTEGER      NOT NULL,
    at       BIGINT       NOT NULL,
    who      TEXT         NOT NULL,
    ended_at BIGINT,
    words    TEXT,
    bytes    LONGBLOB,
    PRIMARY KEY (task_id, fence),
    INDEX ${prefix}task_log_ended_at (ended_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Dedup keys, each taken until the last trace of its task is purged.
CREATE TABLE IF NOT EXISTS ${prefix}task_key (
    queue     VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    dedup_key VARCHAR(255) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    task_id   VARCHAR(200) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    PRIMARY KEY (queue, dedup_key),
    INDEX ${prefix}task_key_task_id (task_id)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS ${prefix}task_pause (
    queue    VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL PRIMARY KEY,
    until_at BIGINT,
    reason   TEXT         NOT NULL,
    who      TEXT         NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Nodes that hold tasks, one row per start of a node. A row whose node holds nothing is only for people to see. lease and silence
-- are those of the node's settings, in microseconds.
CREATE TABLE IF NOT EXISTS ${prefix}task_node (
    incarnation BIGINT       NOT NULL PRIMARY KEY,
    name        VARCHAR(100) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
    since_at    BIGINT       NOT NULL,
    beat_at     BIGINT       NOT NULL,
    running     INTEGER      NOT NULL,
    lease       BIGINT       NOT NULL,
    silence     BIGINT       NOT NULL,
    take_overs  INTEGER      NOT NULL
) ENGINE = InnoDB;

-- Notes: small texts beside the tasks.
CREATE TABLE IF NOT EXISTS ${prefix}note (
    name       VARCHAR(150) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL PRIMARY KEY,
    content    TEXT   NOT NULL,
    written_at BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
