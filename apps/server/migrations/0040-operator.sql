-- Operators, how they sign in, and what they did. The audit log is a chain: each row bears the digest of the one
-- before it, and the server itself can't change or remove a row.
CREATE TABLE operator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 40),
  role text NOT NULL CHECK (role IN ('support', 'reviewer', 'treasurer', 'auditor', 'administrator')),
  password_hash text NOT NULL,
  totp_secret text NOT NULL,
  -- A code works once: the last step of thirty seconds whose code was used.
  totp_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX operator_name ON operator (lower(name));

-- A link makes one operator, once, within a day. Its token is kept as its SHA-256.
CREATE TABLE operator_link (
  token_hash bytea PRIMARY KEY,
  role text NOT NULL,
  totp_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE operator_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  operator_id bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);

CREATE TABLE audit (
  id bigint PRIMARY KEY,
  time bigint NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  detail jsonb NOT NULL,
  previous bytea NOT NULL,
  digest bytea NOT NULL
);
CREATE INDEX audit_actor ON audit (actor, id DESC);
CREATE INDEX audit_action ON audit (action, id DESC);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

-- How often a code may be used; null for without limit.
ALTER TABLE invite_code ADD COLUMN uses_max int CHECK (uses_max > 0);
