-- What the nonces and the padding of a proof's trees are drawn from since version 4 of its head: with it, and the state at the
-- proof's row, an auditor makes the trees anew. Kept for good: heads are. Nobody but the server and an auditor ever sees a row.
CREATE TABLE liability_seed (
  epoch int PRIMARY KEY REFERENCES liability_epoch (epoch),
  seed bytea NOT NULL CHECK (octet_length(seed) = 32)
);
CREATE TRIGGER liability_seed_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_seed
  FOR EACH STATEMENT EXECUTE FUNCTION liability_is_kept();
