-- The journal is the state of the exchange: one row a batch, hash-chained; every table of orders, entries and
-- balances is a read model made from it. Rows are bytes (personal data never enters them), stored out of
-- line and uncompressed, because compressing them costs more than the disk they save. The trigger is there
-- against mistakes; that nobody with higher rights has changed a row is what the chain of digests proves.
CREATE TABLE journal (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  epoch int NOT NULL,
  time bigint NOT NULL,
  format smallint NOT NULL,
  commands bytea NOT NULL,
  events bytea NOT NULL,
  previous bytea NOT NULL CHECK (octet_length(previous) = 32),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);
ALTER TABLE journal
  ALTER COLUMN commands SET STORAGE EXTERNAL,
  ALTER COLUMN events SET STORAGE EXTERNAL;

CREATE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only';
END $$;
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only();
