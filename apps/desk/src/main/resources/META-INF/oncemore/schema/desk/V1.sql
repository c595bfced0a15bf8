CREATE TABLE IF NOT EXISTS ${prefix}sheet (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  company VARCHAR(60) NOT NULL,
  type VARCHAR(20) NOT NULL,
  file_name VARCHAR(255) NOT NULL,
  encoding VARCHAR(20) NOT NULL,
  delimiter VARCHAR(1) NOT NULL,
  who VARCHAR(60) NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}sheet_row (
  sheet_id VARCHAR(64) NOT NULL,
  row_no INT NOT NULL,
  document VARCHAR(60) NOT NULL,
  cells TEXT NOT NULL,
  state VARCHAR(20) NOT NULL,
  reason VARCHAR(20) DEFAULT 'NONE' NOT NULL,
  message TEXT NOT NULL,
  document_id VARCHAR(255) NOT NULL,
  sent_at BIGINT,
  revision INT NOT NULL,
  attempts INT DEFAULT 0 NOT NULL,
  PRIMARY KEY (sheet_id, row_no)
)${options};

CREATE INDEX IF NOT EXISTS ${prefix}sheet_row_line ON ${prefix}sheet_row (sheet_id, document, row_no);

CREATE INDEX IF NOT EXISTS ${prefix}sheet_row_number ON ${prefix}sheet_row (document);

CREATE INDEX IF NOT EXISTS ${prefix}sheet_row_state ON ${prefix}sheet_row (sheet_id, state, row_no);

CREATE TABLE IF NOT EXISTS ${prefix}document_refusal (
  doc_key VARCHAR(255) NOT NULL PRIMARY KEY,
  refusals INT NOT NULL,
  at BIGINT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}sheet_sending (
  sheet_id VARCHAR(64) NOT NULL PRIMARY KEY,
  connector VARCHAR(40) NOT NULL,
  paused_by VARCHAR(60) NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}row_task (
  task_id VARCHAR(64) NOT NULL PRIMARY KEY,
  sheet_id VARCHAR(64) NOT NULL,
  document VARCHAR(60) NOT NULL,
  revision INT NOT NULL
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}row_log (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  sheet_id VARCHAR(64) NOT NULL,
  row_no INT NOT NULL,
  at BIGINT NOT NULL,
  event VARCHAR(40) NOT NULL,
  who VARCHAR(60) NOT NULL,
  doc_type VARCHAR(20) NOT NULL,
  doc_key VARCHAR(255) NOT NULL,
  revision INT NOT NULL,
  attempt INT NOT NULL,
  http_status INT NOT NULL,
  document_id VARCHAR(255) NOT NULL,
  words TEXT NOT NULL
)${options};

CREATE INDEX IF NOT EXISTS ${prefix}row_log_row ON ${prefix}row_log (sheet_id, row_no, id);

CREATE TABLE IF NOT EXISTS ${prefix}billing_plan (
  company VARCHAR(60) NOT NULL,
  customer VARCHAR(40) NOT NULL,
  type VARCHAR(20) NOT NULL,
  partner VARCHAR(200) NOT NULL,
  description VARCHAR(200) NOT NULL,
  quantity VARCHAR(40) NOT NULL,
  unit_price VARCHAR(40) NOT NULL,
  tax_rate VARCHAR(40) NOT NULL,
  PRIMARY KEY (company, customer)
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}sheet_content (
  sheet_id VARCHAR(64) NOT NULL PRIMARY KEY,
  reading ${text} NOT NULL,
  preview ${text} NOT NULL,
  warnings ${text} NOT NULL,
  questions ${text} NOT NULL,
  file_hash VARCHAR(64) DEFAULT '' NOT NULL,
  documents INT NOT NULL,
  amount VARCHAR(100) NOT NULL
)${options};

CREATE INDEX IF NOT EXISTS ${prefix}sheet_content_hash ON ${prefix}sheet_content (file_hash);

CREATE TABLE IF NOT EXISTS ${prefix}sheet_part (
  sheet_id VARCHAR(64) NOT NULL,
  part_no INT NOT NULL,
  content ${bytes} NOT NULL,
  PRIMARY KEY (sheet_id, part_no)
)${options};

CREATE TABLE IF NOT EXISTS ${prefix}sheet_heading (
  company VARCHAR(60) NOT NULL,
  type VARCHAR(20) NOT NULL,
  column_word VARCHAR(20) NOT NULL,
  heading VARCHAR(255) NOT NULL,
  PRIMARY KEY (company, type, column_word)
)${options};
