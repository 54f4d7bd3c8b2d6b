-- One live code of a purpose and address, whichever network asks. Its five tries are counted over all networks; those that
-- neither asked for it nor have signed the owner in before have three of them, so that a stranger cannot use it up, and
-- networks that have are counted apart. Codes live for half an hour: none is carried over.
DROP TABLE verification_code;
CREATE TABLE verification_code (
  purpose text NOT NULL CHECK (purpose IN ('register', 'forgot', 'change_password', 'confirm')),
  address text NOT NULL,
  code_hash bytea NOT NULL,
  -- a keyed hash of the network that asked for it
  asked_by bytea NOT NULL,
  tries_left int NOT NULL,
  others_left int NOT NULL,
  known_left int NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  -- codes of a day: of strangers' networks, and of those that the owner was here from
  sent_count int NOT NULL,
  known_count int NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (purpose, address)
);
ALTER TABLE code_traffic DROP COLUMN sent;
