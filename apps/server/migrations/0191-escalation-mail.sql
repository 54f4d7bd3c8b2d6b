-- Whose passed deadline the administrators were told of: once for each request.
CREATE TABLE escalation_told (
  kind text NOT NULL CHECK (kind IN ('deposit', 'withdrawal', 'verification')),
  id bigint NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, id)
);
CREATE INDEX escalation_told_at ON escalation_told (told_at);
