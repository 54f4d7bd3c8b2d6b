-- The log of evidence: every decision on prices with its document byte for byte as it was signed, in a Merkle tree as in
-- RFC 6962 that only grows. A node is whole once it is there and never changes, so that a proof reads a few dozen rows.
-- kind and number say what the evidence is of; nobody else is told whose it was.
CREATE TABLE evidence_entry (
  place bigint PRIMARY KEY CHECK (place >= 0),
  kind smallint NOT NULL,
  number bigint NOT NULL,
  -- when it was decided; of a kind, later entries are not earlier
  time bigint NOT NULL,
  document text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  UNIQUE (kind, number)
);
CREATE INDEX evidence_entry_time ON evidence_entry (kind, time);

CREATE TABLE evidence_node (
  level smallint NOT NULL,
  place bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (level, place)
);

-- Of the heads of a day the last is kept; a proof can be made for any size, kept or not.
CREATE TABLE evidence_head (
  size bigint PRIMARY KEY CHECK (size > 0),
  time bigint NOT NULL,
  head text NOT NULL,
  signature bytea NOT NULL CHECK (octet_length(signature) = 64)
);

CREATE FUNCTION evidence_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the evidence log only grows';
END $$;
CREATE TRIGGER evidence_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evidence_entry
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_is_kept();
CREATE TRIGGER evidence_node_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evidence_node
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_is_kept();

-- What settles is looked for by when it was settled.
CREATE INDEX option_order_closed ON option_order (closed_at, id) WHERE closed_at IS NOT NULL;
CREATE INDEX funding_rate_stamp ON funding_rate (stamp);
