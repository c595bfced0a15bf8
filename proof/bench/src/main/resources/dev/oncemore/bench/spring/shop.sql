CREATE TABLE IF NOT EXISTS payment (reference TEXT NOT NULL, amount TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS request_key (key_value TEXT PRIMARY KEY, response TEXT);
