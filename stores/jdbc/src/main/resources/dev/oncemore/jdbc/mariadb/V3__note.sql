-- Oncemore, what is declared beside the tasks. Records that wait for a person are found by the index on expires_at: only they
-- and those that are running have none.

CREATE TABLE IF NOT EXISTS ${prefix}note (
    name       VARCHAR(150) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL PRIMARY KEY,
    content    TEXT   NOT NULL,
    written_at BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

INSERT IGNORE INTO ${prefix}schema (version, applied_at)
VALUES (3, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)));
