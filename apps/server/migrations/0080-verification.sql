-- Real-name verification. One row a submission, so that the history stays; what a person typed is sealed under the
-- installation's secret, and a document's number can be compared by its keyed hash alone.
CREATE TABLE verification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('primary', 'advanced')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
  fields bytea NOT NULL,
  number_hash bytea,
  front bigint REFERENCES file (id),
  back bigint REFERENCES file (id),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  deadline_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES operator (id),
  faults jsonb NOT NULL DEFAULT '[]',
  note text NOT NULL DEFAULT ''
);
-- One that waits or stands, whoever submits at the same moment.
CREATE UNIQUE INDEX verification_standing ON verification (user_id, level) WHERE state <> 'rejected';
CREATE INDEX verification_of_user ON verification (user_id, id DESC);
CREATE INDEX verification_open ON verification (level, id) WHERE state = 'pending';
CREATE INDEX verification_number ON verification (number_hash) WHERE number_hash IS NOT NULL;

ALTER TABLE app_user ADD COLUMN advanced_name text NOT NULL DEFAULT 'none'
  CHECK (advanced_name IN ('none', 'pending', 'approved', 'rejected'));
-- Whose standing changed and is not yet known to have reached the engine: few among many.
ALTER TABLE app_user ADD COLUMN standing_due boolean NOT NULL DEFAULT false;
CREATE INDEX app_user_standing_due ON app_user (id) WHERE standing_due;
