-- Keys by which programs call for people. The row's number is sealed along with the secret of an HMAC key; of an Ed25519 key the
-- public half alone is here.
CREATE TABLE api_key (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 40),
  kind text NOT NULL CHECK (kind IN ('ed25519', 'hmac')),
  public_key bytea CHECK ((public_key IS NOT NULL) = (kind = 'ed25519')),
  -- gone once the key has ended
  secret bytea CHECK (secret IS NULL OR kind = 'hmac'),
  trades boolean NOT NULL,
  addresses text[] NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  used_at timestamptz,
  used_from text,
  CHECK (kind <> 'hmac' OR ended_at IS NOT NULL OR secret IS NOT NULL)
);
CREATE SEQUENCE api_key_id OWNED BY api_key.id;
CREATE INDEX api_key_user ON api_key (user_id) WHERE ended_at IS NULL;
SELECT keep_written('api_key', 'id', 'id user_id realm label kind public_key secret trades addresses expires_at created_at ended_at');
