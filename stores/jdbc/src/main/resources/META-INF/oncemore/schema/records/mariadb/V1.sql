-- Oncemore, records of effects. Times are microseconds since 1970-01-01 UTC by this server's clock.
-- A definition cannot be rolled back here, so each can be repeated.

-- Never goes back, not even when records are deleted.
CREATE SEQUENCE IF NOT EXISTS ${prefix}fence START WITH 1 INCREMENT BY 1 CACHE 1000 ENGINE = InnoDB;

-- Binary, because a collation would merge keys that differ in case or in trailing spaces.
CREATE TABLE IF NOT EXISTS ${prefix}record (
    scope         VARBINARY(255) NOT NULL,
    key_value     VARBINARY(255) NOT NULL,
    fingerprint   BINARY(32)     NOT NULL,
    state         VARCHAR(20)    NOT NULL,
    fence         BIGINT         NOT NULL,
    token         VARBINARY(255) NOT NULL,
    who           VARCHAR(255)   NOT NULL,
    attempts      INTEGER        NOT NULL,
    response      LONGBLOB,
    label         VARCHAR(255),
    error         TEXT,
    resource_type VARCHAR(255),
    resource_id   VARCHAR(255),
    created_at    BIGINT         NOT NULL,
    updated_at    BIGINT         NOT NULL,
    lease_until   BIGINT,
    expires_at    BIGINT,
    PRIMARY KEY (scope, key_value),
    -- For the purge, and for records that wait for a person: only they and running ones have no expires_at.
    INDEX ${prefix}record_expires_at (expires_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
