-- Proofs of what is owed. Heads and roots are kept for ever, each head bearing the digest of the one before; the trees
-- themselves, from which a path is read, for as long as the newest few. A level is kept as its nodes one after the
-- other (16 bytes of sum, 32 of hash), in parts of 65 536 nodes, so that one node is read without the rest.
CREATE TABLE liability_epoch (
  epoch int PRIMARY KEY CHECK (epoch > 0),
  time bigint NOT NULL,
  seq bigint NOT NULL,
  head text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64)
);

CREATE TABLE liability_tree (
  epoch int NOT NULL REFERENCES liability_epoch (epoch),
  realm smallint NOT NULL,
  currency smallint NOT NULL,
  sum numeric(39) NOT NULL CHECK (sum >= 0),
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  depth smallint NOT NULL,
  PRIMARY KEY (epoch, realm, currency)
);

CREATE TABLE liability_level (
  epoch int NOT NULL REFERENCES liability_epoch (epoch),
  realm smallint NOT NULL,
  currency smallint NOT NULL,
  level smallint NOT NULL,
  part int NOT NULL,
  nodes bytea NOT NULL,
  PRIMARY KEY (epoch, realm, currency, level, part)
);
ALTER TABLE liability_level ALTER COLUMN nodes SET STORAGE EXTERNAL;

-- Whose leaf stands where: nobody but the server and the leaf's owner ever sees a row.
CREATE TABLE liability_leaf (
  epoch int NOT NULL REFERENCES liability_epoch (epoch),
  holder int NOT NULL,
  currency smallint NOT NULL,
  place int NOT NULL,
  nonce bytea NOT NULL CHECK (octet_length(nonce) = 32),
  PRIMARY KEY (epoch, holder, currency)
);

CREATE FUNCTION liability_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was proved is kept';
END $$;
CREATE TRIGGER liability_epoch_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_epoch
  FOR EACH STATEMENT EXECUTE FUNCTION liability_is_kept();
CREATE TRIGGER liability_tree_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_tree
  FOR EACH STATEMENT EXECUTE FUNCTION liability_is_kept();
