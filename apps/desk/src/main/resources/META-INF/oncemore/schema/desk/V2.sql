CREATE TABLE IF NOT EXISTS ${prefix}sheet_archive (
  sheet_id VARCHAR(64) NOT NULL PRIMARY KEY,
  who VARCHAR(60) NOT NULL,
  at BIGINT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}company (
  name VARCHAR(60) NOT NULL PRIMARY KEY,
  folded_name VARCHAR(60) UNIQUE,
  who VARCHAR(60) NOT NULL,
  created_at BIGINT NOT NULL
)${options};
