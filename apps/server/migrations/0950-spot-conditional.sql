-- Orders that wait for a price. One that was triggered stands under the same number in spot_order.
CREATE TABLE spot_conditional (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  listing smallint NOT NULL,
  side smallint NOT NULL,
  kind smallint NOT NULL,
  passing smallint NOT NULL,
  trigger_price bigint NOT NULL,
  price bigint NOT NULL,
  quantity bigint NOT NULL,
  budget bigint NOT NULL,
  hold bigint NOT NULL,
  status smallint NOT NULL,
  reason smallint,
  refusal text NOT NULL,
  placed_at bigint NOT NULL,
  updated_at bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX spot_conditional_holder ON spot_conditional (holder, id);
