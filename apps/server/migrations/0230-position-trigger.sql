-- Stop-losses and take-profits that the mark has passed: what was set, the two marks and when. A position is triggered at
-- most once; what came of it is in its fills. Words are kept as their place in the core's lists.
CREATE TABLE position_trigger (
  position_id bigint PRIMARY KEY,
  realm smallint NOT NULL,
  listing smallint NOT NULL,
  kind smallint NOT NULL,
  cause smallint NOT NULL,
  price bigint NOT NULL,
  previous_tenths bigint NOT NULL,
  index_tenths bigint NOT NULL,
  index_time bigint NOT NULL,
  time bigint NOT NULL,
  -- whether it has been closed and stands in the evidence log
  logged boolean NOT NULL DEFAULT false
);
CREATE INDEX position_trigger_open ON position_trigger (time, position_id) WHERE NOT logged;
