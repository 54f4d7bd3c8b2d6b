-- Passkeys of people and of operators, and the challenges that are to be signed by them.
CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint REFERENCES app_user (id) ON DELETE CASCADE,
  operator_id bigint REFERENCES operator (id),
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  -- By which the device knows whose it is: random, and the same for all passkeys of one owner.
  handle bytea NOT NULL,
  -- As COSE has it.
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  -- The host that it was made for; it signs for no other.
  site text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  synced boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  -- When its counter came out lower than before, as it does where there are two copies.
  doubted_at timestamptz,
  CHECK (num_nonnulls(user_id, operator_id) = 1)
);
CREATE INDEX passkey_of_user ON passkey (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_of_operator ON passkey (operator_id) WHERE operator_id IS NOT NULL;

-- A challenge is kept as its SHA-256, serves one purpose of one bearer (a session, a one-time link, a network address),
-- and is gone with its first use.
CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  bearer text NOT NULL,
  -- The owner's handle, where a passkey is to be made.
  handle bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_of_bearer ON passkey_challenge (bearer, purpose, created_at);

-- An operator may have a passkey alone.
ALTER TABLE operator ALTER COLUMN totp_secret DROP NOT NULL;
-- The secret of an authenticator app whose first code is still to come, and the session that asked for it.
ALTER TABLE operator ADD COLUMN totp_next text;
ALTER TABLE operator ADD COLUMN totp_next_session text;
ALTER TABLE operator ADD COLUMN totp_next_at timestamptz;
