-- Oncemore, what is declared beside the tasks, and what the people on call list.

CREATE TABLE ${prefix}note (
    name       text COLLATE "C" NOT NULL PRIMARY KEY,
    content    text COLLATE "C" NOT NULL,
    written_at bigint           NOT NULL
);

-- Records that wait for a person. Those that never were unknown are not in it.
CREATE INDEX ${prefix}record_unknown ON ${prefix}record (scope, key_value) WHERE state = 'UNKNOWN';

INSERT INTO ${prefix}schema (version, applied_at)
VALUES (3, ${prefix}clock());
