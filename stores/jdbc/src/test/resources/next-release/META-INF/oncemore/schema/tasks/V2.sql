-- The same for all databases.
CREATE TABLE IF NOT EXISTS ${prefix}planted (
    name    VARCHAR(20) NOT NULL PRIMARY KEY,
    content ${text}     NOT NULL,
    data    ${bytes}
)${options};
