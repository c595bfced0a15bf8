CREATE TABLE IF NOT EXISTS ${prefix}account (
    name VARCHAR(60) NOT NULL PRIMARY KEY,
    role VARCHAR(20) NOT NULL,
    note ${text}
)${options};
