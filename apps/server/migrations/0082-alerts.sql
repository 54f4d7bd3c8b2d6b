-- What a person has asked to be told, the word by which our mails are known, and the links that freeze an account. A
-- link's token is kept as its hash; the link works once, within a week of its mail.
CREATE TABLE user_security (
  user_id bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  word text NOT NULL DEFAULT '' CHECK (length(word) <= 20),
  login_mail boolean NOT NULL DEFAULT false,
  withdrawal_mail boolean NOT NULL DEFAULT false
);

CREATE TABLE freeze_link (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX freeze_link_of_user ON freeze_link (user_id);
