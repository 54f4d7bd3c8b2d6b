-- Contracts and perpetuals: orders, positions (a ticket has its order's id) and each user's fills. Prices in ticks, lots in
-- hundredths, amounts in smallest units of USDT. What is open is answered by the engine; these rows are for what was.
CREATE TABLE derivative_order (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  listing smallint NOT NULL,
  product smallint NOT NULL,
  position_kind smallint NOT NULL,
  purpose smallint NOT NULL,
  -- the position that a closing order reduces; 0 for any other
  closes bigint NOT NULL,
  side smallint NOT NULL,
  kind smallint NOT NULL,
  time_in_force smallint NOT NULL,
  price bigint NOT NULL,
  lots int NOT NULL,
  filled int NOT NULL,
  quote_filled bigint NOT NULL,
  multiple smallint NOT NULL,
  reduce_only boolean NOT NULL,
  hold bigint NOT NULL,
  fee_rate_maker int NOT NULL,
  fee_rate_taker int NOT NULL,
  fee_paid bigint NOT NULL,
  realised bigint NOT NULL,
  stop_loss bigint NOT NULL,
  take_profit bigint NOT NULL,
  made boolean NOT NULL,
  took boolean NOT NULL,
  status smallint NOT NULL,
  reason smallint,
  accepted_at bigint NOT NULL,
  updated_at bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX derivative_order_holder ON derivative_order (holder, id);

CREATE TABLE derivative_position (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  listing smallint NOT NULL,
  kind smallint NOT NULL,
  side smallint NOT NULL,
  multiple smallint NOT NULL,
  lots int NOT NULL,
  cost bigint NOT NULL,
  margin bigint NOT NULL,
  -- all that was ever opened and closed of it, and for how much
  lots_opened bigint NOT NULL,
  cost_opened bigint NOT NULL,
  lots_closed bigint NOT NULL,
  proceeds bigint NOT NULL,
  fee_paid bigint NOT NULL,
  realised bigint NOT NULL,
  funding bigint NOT NULL,
  stop_loss bigint NOT NULL,
  take_profit bigint NOT NULL,
  -- its fills lie between these two trades
  trade_first bigint NOT NULL,
  trade_last bigint NOT NULL,
  status smallint NOT NULL,
  reason smallint,
  opened_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  ended_at bigint
) WITH (fillfactor = 70);
CREATE INDEX derivative_position_holder ON derivative_position (holder, id);

CREATE TABLE derivative_fill (
  holder int NOT NULL,
  trade bigint NOT NULL,
  -- 0 where a trigger or a liquidation closed without an order of its own
  order_id bigint NOT NULL,
  closing bigint NOT NULL,
  opening bigint NOT NULL,
  purpose smallint NOT NULL,
  listing smallint NOT NULL,
  side smallint NOT NULL,
  maker boolean NOT NULL,
  price bigint NOT NULL,
  lots int NOT NULL,
  lots_closed int NOT NULL,
  quote_amount bigint NOT NULL,
  fee bigint NOT NULL,
  realised bigint NOT NULL,
  index_tenths bigint NOT NULL,
  index_time bigint NOT NULL,
  time bigint NOT NULL,
  PRIMARY KEY (holder, trade)
);
CREATE INDEX derivative_fill_order ON derivative_fill (order_id, trade) WHERE order_id > 0;
