-- From when until when (UTC ms) people and programs can change nothing here; no row where that was never set.
CREATE TABLE read_only (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  from_at bigint NOT NULL,
  until_at bigint NOT NULL
);
SELECT keep_written('read_only', 'singleton', 'singleton from_at until_at');
