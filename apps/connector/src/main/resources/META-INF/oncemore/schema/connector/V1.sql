CREATE TABLE IF NOT EXISTS ${prefix}connector_token (
  connector VARCHAR(40) NOT NULL,
  first_hash VARCHAR(64) NOT NULL,
  version BIGINT NOT NULL,
  sealed TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (connector, first_hash)
)${options};
