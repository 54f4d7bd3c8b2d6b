-- What one operator has completed of others' money on a day of UTC, in smallest units of USDT: it is bounded. One row for
-- each thing that was done, so that a repeated request counts once; it is taken away again where the engine refused.
CREATE TABLE operator_completion (
  subject text PRIMARY KEY,
  operator bigint NOT NULL REFERENCES operator (id),
  day int NOT NULL,
  worth bigint NOT NULL CHECK (worth >= 0)
);
CREATE INDEX operator_completion_day ON operator_completion (operator, day);
