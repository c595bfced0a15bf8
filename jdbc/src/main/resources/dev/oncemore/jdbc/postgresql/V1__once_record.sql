-- Oncemore, records of effects. Times are microseconds since 1970-01-01 UTC by this server's clock.

CREATE TABLE ${prefix}schema (
    version    integer NOT NULL PRIMARY KEY,
    applied_at bigint  NOT NULL
);

-- Never goes back, not even when records are deleted.
CREATE SEQUENCE ${prefix}fence AS bigint;

-- The collation keeps apart what differs in case, and the index small and fast.
CREATE TABLE ${prefix}record (
    scope         text COLLATE "C" NOT NULL,
    key_value     text COLLATE "C" NOT NULL,
    fingerprint   bytea            NOT NULL,
    state         text COLLATE "C" NOT NULL,
    fence         bigint           NOT NULL,
    token         text             NOT NULL,
    who           text             NOT NULL,
    attempts      integer          NOT NULL,
    response      bytea,
    error         text,
    resource_type text,
    resource_id   text,
    created_at    bigint           NOT NULL,
    updated_at    bigint           NOT NULL,
    lease_until   bigint,
    expires_at    bigint,
    PRIMARY KEY (scope, key_value)
);

-- For the purge. A record is in it once it is settled.
CREATE INDEX ${prefix}record_expires_at ON ${prefix}record (expires_at) WHERE expires_at IS NOT NULL;

INSERT INTO ${prefix}schema (version, applied_at)
VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
