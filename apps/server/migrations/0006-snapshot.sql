-- The whole durable state of the exchange as of one journal row, so that a start replays only what came
-- after it. `hash` is that of the state, `digest` that of the journal row: a snapshot that does not belong
-- to this journal is never used. The state is kept in parts, since one value must stay far below 1 GB.
CREATE TABLE snapshot (
  seq bigint PRIMARY KEY CHECK (seq >= 0),
  time bigint NOT NULL,
  format smallint NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  parts int NOT NULL CHECK (parts > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE snapshot_part (
  seq bigint NOT NULL REFERENCES snapshot ON DELETE CASCADE,
  part int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (seq, part)
);
ALTER TABLE snapshot_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
