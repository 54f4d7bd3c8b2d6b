-- What operators do together. Three tables that only grow: what was asked for, what was decided, what came of it.
-- One row of the second decides, whoever clicks at the same time.
CREATE TABLE proposal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  -- As it was asked for, byte for byte: the digest is of this text.
  payload text NOT NULL,
  detail jsonb NOT NULL,
  reason text NOT NULL,
  digest bytea NOT NULL,
  asked_by bigint NOT NULL REFERENCES operator (id),
  asked_at bigint NOT NULL,
  expires_at bigint NOT NULL CHECK (expires_at > asked_at)
);

CREATE TABLE proposal_decision (
  proposal bigint PRIMARY KEY REFERENCES proposal (id),
  approved boolean NOT NULL,
  decided_by bigint NOT NULL REFERENCES operator (id),
  decided_at bigint NOT NULL,
  reason text NOT NULL
);

CREATE TABLE proposal_result (
  proposal bigint PRIMARY KEY REFERENCES proposal_decision (proposal),
  -- Empty where it was done.
  failure text NOT NULL,
  time bigint NOT NULL
);

CREATE FUNCTION proposal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what operators asked for and decided is append-only';
END $$;
CREATE TRIGGER proposal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposal
  FOR EACH STATEMENT EXECUTE FUNCTION proposal_is_append_only();
CREATE TRIGGER proposal_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposal_decision
  FOR EACH STATEMENT EXECUTE FUNCTION proposal_is_append_only();
CREATE TRIGGER proposal_result_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposal_result
  FOR EACH STATEMENT EXECUTE FUNCTION proposal_is_append_only();

-- A disabled operator stays in the log and signs in no more.
ALTER TABLE operator ADD COLUMN disabled_at timestamptz;
CREATE INDEX operator_session_live ON operator_session (operator_id) WHERE ended_at IS NULL;

-- Users see who touched their account.
CREATE INDEX audit_subject ON audit (subject, id DESC);
