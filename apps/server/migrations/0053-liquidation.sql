-- How positions were liquidated: what decided, and each closing by a fill or by a take-over. `position_id` 0 is a cross
-- account. Who owned it stays in here; what is public leaves it out.
CREATE TABLE liquidation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  holder int NOT NULL,
  realm smallint NOT NULL,
  listing smallint NOT NULL,
  position_id bigint NOT NULL,
  lots int NOT NULL,
  equity bigint NOT NULL,
  maintenance bigint NOT NULL,
  index_tenths bigint NOT NULL,
  index_time bigint NOT NULL,
  -- each position that counted: number, listing, lots, mark, profit, maintenance
  positions jsonb NOT NULL,
  time bigint NOT NULL
);
CREATE INDEX liquidation_holder ON liquidation (holder, id);

CREATE TABLE liquidation_close (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  holder int NOT NULL,
  realm smallint NOT NULL,
  listing smallint NOT NULL,
  position_id bigint NOT NULL,
  side smallint NOT NULL,
  lots int NOT NULL,
  quote_amount bigint NOT NULL,
  realised bigint NOT NULL,
  fee bigint NOT NULL,
  -- what the insurance fund paid; below zero where it received
  insurance bigint NOT NULL,
  taken_over boolean NOT NULL,
  index_tenths bigint NOT NULL,
  index_time bigint NOT NULL,
  time bigint NOT NULL
);
CREATE INDEX liquidation_close_holder ON liquidation_close (holder, time);
CREATE INDEX liquidation_close_realm ON liquidation_close (realm, id);
