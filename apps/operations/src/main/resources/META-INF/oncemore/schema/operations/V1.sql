CREATE TABLE IF NOT EXISTS ${prefix}audit (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  at BIGINT NOT NULL,
  who VARCHAR(60) NOT NULL,
  action VARCHAR(60) NOT NULL,
  subject VARCHAR(400) NOT NULL,
  why VARCHAR(400) NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}sample (
  minute BIGINT NOT NULL,
  source VARCHAR(100) NOT NULL,
  name VARCHAR(100) NOT NULL,
  calls BIGINT NOT NULL,
  first_try BIGINT NOT NULL,
  rescued BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  duplicates BIGINT NOT NULL,
  added_ms BIGINT NOT NULL,
  latencies TEXT NOT NULL,
  PRIMARY KEY (minute, source, name)
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}report (
  source VARCHAR(100) NOT NULL PRIMARY KEY,
  at BIGINT NOT NULL,
  body TEXT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}purge (
  part VARCHAR(40) NOT NULL PRIMARY KEY,
  at BIGINT NOT NULL,
  removed BIGINT NOT NULL,
  removed_in_all BIGINT NOT NULL,
  is_complete INT NOT NULL,
  took_ms BIGINT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}alert (
  id VARCHAR(100) NOT NULL PRIMARY KEY,
  name VARCHAR(50) NOT NULL,
  subject VARCHAR(200) NOT NULL,
  severity VARCHAR(20) NOT NULL,
  summary TEXT NOT NULL,
  at BIGINT NOT NULL,
  times BIGINT NOT NULL
)${options};

CREATE INDEX IF NOT EXISTS ${prefix}alert_at ON ${prefix}alert (at);
