-- Spot orders and fills. Prices in ticks, quantities in steps, amounts in smallest units of their currency.
-- Order 0 is the house's; it has no row. A fill has one row for each user in it.
CREATE TABLE spot_order (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  listing smallint NOT NULL,
  side smallint NOT NULL,
  kind smallint NOT NULL,
  time_in_force smallint NOT NULL,
  price bigint NOT NULL,
  quantity bigint NOT NULL,
  budget bigint NOT NULL,
  filled bigint NOT NULL,
  quote_filled bigint NOT NULL,
  fee_paid bigint NOT NULL,
  fee_rate_maker int NOT NULL,
  fee_rate_taker int NOT NULL,
  made boolean NOT NULL,
  took boolean NOT NULL,
  status smallint NOT NULL,
  reason smallint,
  accepted_at bigint NOT NULL,
  updated_at bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX spot_order_holder ON spot_order (holder, id);

CREATE TABLE spot_fill (
  holder int NOT NULL,
  trade bigint NOT NULL,
  order_id bigint NOT NULL,
  listing smallint NOT NULL,
  side smallint NOT NULL,
  maker boolean NOT NULL,
  price bigint NOT NULL,
  quantity bigint NOT NULL,
  quote_amount bigint NOT NULL,
  fee bigint NOT NULL,
  -- the evidence of a fill against the house: the index, in tenths of a tick, and when it came
  index_tenths bigint NOT NULL,
  index_time bigint NOT NULL,
  time bigint NOT NULL,
  PRIMARY KEY (holder, trade)
);
CREATE INDEX spot_fill_order ON spot_fill (order_id, trade);
