-- The second factor of people: an authenticator app's secret, sealed under the installation's own, and codes for the day
-- on which the app is lost. A code works once: the last step of thirty seconds whose code was used is kept.
CREATE TABLE user_totp (
  user_id bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  step bigint NOT NULL DEFAULT 0,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Null while its first code has not been shown: it guards nothing yet.
  confirmed_at timestamptz
);

CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
