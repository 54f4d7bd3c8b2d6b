-- A mail server counts for real money once a mail that went through it was read: whoever asked types the code that it
-- bears. `setting` is the digest of where mails go out and from whom; another setting is proved anew. Codes are kept hashed.
CREATE TABLE mail_test (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  setting bytea NOT NULL,
  code_hash bytea NOT NULL,
  asked_by bigint NOT NULL REFERENCES operator (id),
  asked_at timestamptz NOT NULL DEFAULT now(),
  tries_left int NOT NULL DEFAULT 5,
  proven_at timestamptz
);
CREATE INDEX mail_test_setting ON mail_test (setting, id DESC);
