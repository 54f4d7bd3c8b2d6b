-- Images that people sent. Their bytes lie beside the database under random names, encrypted; a row is written before
-- its file, so that a crash leaves a row without a file (erased when its draft ends) and never a file without a row.
CREATE TABLE file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[0-9a-f]{32}$'),
  owner bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('voucher', 'identity', 'avatar', 'ticket')),
  type text NOT NULL,
  bytes int NOT NULL,
  -- By these the same image is known again, as it was sent and by its pixels.
  sent_digest bytea NOT NULL,
  digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  erase_at timestamptz NOT NULL,
  erased_at timestamptz
);
CREATE INDEX file_expiry ON file (erase_at) WHERE erased_at IS NULL;
CREATE INDEX file_sent_digest ON file (sent_digest);
CREATE INDEX file_digest ON file (digest);
