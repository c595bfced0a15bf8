CREATE TABLE IF NOT EXISTS ${prefix}account (
  name VARCHAR(60) NOT NULL PRIMARY KEY,
  role VARCHAR(20) NOT NULL,
  password_hash VARCHAR(300) NOT NULL,
  created_at BIGINT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}session (
  id_hash VARCHAR(64) NOT NULL PRIMARY KEY,
  account VARCHAR(60) NOT NULL,
  expires_at BIGINT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}token (
  id_hash VARCHAR(64) NOT NULL PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  role VARCHAR(20) NOT NULL,
  created_by VARCHAR(60) NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)${options};
