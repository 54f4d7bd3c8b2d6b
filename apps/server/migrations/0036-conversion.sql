-- Exchanges of one currency for another by an accepted quote.
CREATE TABLE conversion (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  source smallint NOT NULL,
  target smallint NOT NULL,
  source_amount bigint NOT NULL,
  target_amount bigint NOT NULL,
  fee bigint NOT NULL,
  fee_rate int NOT NULL,
  time bigint NOT NULL
);
CREATE INDEX conversion_holder ON conversion (holder, id DESC);
