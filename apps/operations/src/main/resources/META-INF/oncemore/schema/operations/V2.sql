CREATE TABLE IF NOT EXISTS ${prefix}callback (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  about VARCHAR(20) NOT NULL,
  subject VARCHAR(255) NOT NULL,
  url VARCHAR(1000) NOT NULL,
  owner VARCHAR(80) NOT NULL,
  changed_at BIGINT NOT NULL,
  look_at BIGINT NOT NULL,
  told VARCHAR(400) NOT NULL,
  ends INT NOT NULL,
  off_because VARCHAR(200) NOT NULL,
  delivery VARCHAR(255) NOT NULL
)${options};

CREATE INDEX IF NOT EXISTS ${prefix}callback_look ON ${prefix}callback (look_at, changed_at);

CREATE INDEX IF NOT EXISTS ${prefix}callback_owner ON ${prefix}callback (owner, look_at);

CREATE INDEX IF NOT EXISTS ${prefix}callback_delivery ON ${prefix}callback (owner, delivery);
