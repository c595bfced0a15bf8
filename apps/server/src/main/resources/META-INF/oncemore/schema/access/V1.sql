-- The generation rises with the password: sessions of an older one are worth nothing, whenever they were opened.
CREATE TABLE IF NOT EXISTS ${prefix}account (
  id VARCHAR(40) NOT NULL PRIMARY KEY,
  name VARCHAR(60) NOT NULL UNIQUE,
  role VARCHAR(20) NOT NULL,
  password_hash VARCHAR(300) NOT NULL,
  generation BIGINT NOT NULL,
  created_at BIGINT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}session (
  id_hash VARCHAR(64) NOT NULL PRIMARY KEY,
  account_id VARCHAR(40) NOT NULL,
  generation BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)${options};

-- Browsers that have logged in before: guesses of strangers do not slow them down.
CREATE TABLE IF NOT EXISTS ${prefix}browser (
  id_hash VARCHAR(64) NOT NULL PRIMARY KEY,
  account_id VARCHAR(40) NOT NULL,
  generation BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
)${options};

-- A token ends with the account that made it, and with the token that made it; both are empty for the environment's.
CREATE TABLE IF NOT EXISTS ${prefix}token (
  id_hash VARCHAR(64) NOT NULL PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  role VARCHAR(20) NOT NULL,
  account_id VARCHAR(40) NOT NULL,
  parent_hash VARCHAR(64) NOT NULL,
  created_by VARCHAR(60) NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)${options};
