-- When trading in a market stood still: by an operator's decision, or since no fresh price was recorded. Words are kept as
-- their place in the slice's lists; ended_at is null while it lasts. What is stopped by missing prices is known from the
-- samples, so that it stands here once they are back.
CREATE TABLE halt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  listing smallint NOT NULL,
  stopped smallint NOT NULL,
  cause smallint NOT NULL,
  reason text NOT NULL,
  began_at bigint NOT NULL,
  ended_at bigint
);
CREATE INDEX halt_open ON halt (listing) WHERE ended_at IS NULL;

-- Of each market what an operator has decided, and its last sample.
CREATE TABLE halt_state (
  listing smallint PRIMARY KEY,
  halt smallint NOT NULL,
  spot boolean NOT NULL,
  stamp bigint NOT NULL
) WITH (fillfactor = 70);
