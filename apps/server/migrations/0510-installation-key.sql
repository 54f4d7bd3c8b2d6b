-- The keys of an installation lie outside the database, in KEYS_DIR. Here stands only which ones they are: a fingerprint of
-- each, so that a start with other keys, or without any, is refused. What was the secret here is written there as the first
-- generation, and is wiped here at once.
ALTER TABLE installation ALTER COLUMN id_secret DROP NOT NULL;

CREATE TABLE installation_key (
  purpose text PRIMARY KEY CHECK (purpose IN ('signing', 'sealing', 'tokens')),
  generation smallint NOT NULL CHECK (generation > 0),
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32)
);

-- Each rotation of the signing keys, as both generations signed it.
CREATE TABLE key_rotation (
  generation smallint PRIMARY KEY CHECK (generation > 1),
  statement text NOT NULL,
  signatures text NOT NULL
);
CREATE FUNCTION key_rotation_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rotations of keys are kept';
END $$;
CREATE TRIGGER key_rotation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON key_rotation
  FOR EACH STATEMENT EXECUTE FUNCTION key_rotation_is_kept();
