-- What broke in the app of customers, by group: nothing of a person, and gone after 30 days.
CREATE TABLE client_error (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of version, message and place
  fingerprint bytea NOT NULL UNIQUE CHECK (octet_length(fingerprint) = 32),
  version text NOT NULL,
  message text NOT NULL,
  place text NOT NULL,
  -- of the last report
  stack text NOT NULL,
  page text NOT NULL,
  browser text NOT NULL,
  count bigint NOT NULL CHECK (count > 0),
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  seen_at bigint
);
CREATE INDEX client_error_last ON client_error (last_at DESC, id DESC);
