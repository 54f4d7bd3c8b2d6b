-- Options and the exits that they settled on. Words are kept as their place in the core's lists, prices in tenths of a
-- tick, amounts in smallest units of USDT; null is what is not yet, or never came.
CREATE TABLE option_order (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  realm smallint NOT NULL,
  listing smallint NOT NULL,
  direction smallint NOT NULL,
  stake bigint NOT NULL,
  seconds int NOT NULL,
  rate int NOT NULL,
  gain bigint NOT NULL,
  tie smallint NOT NULL,
  status smallint NOT NULL,
  outcome smallint,
  reason smallint,
  accepted_at bigint NOT NULL,
  entry_stamp bigint,
  entry_tenths bigint,
  entry_sources smallint,
  kind smallint,
  exit_stamp bigint,
  exit_tenths bigint,
  closed_at bigint
) WITH (fillfactor = 80);
CREATE INDEX option_order_holder ON option_order (holder, id);

-- One row an expiry of a realm, listing and kind of prices: the public evidence of every settlement.
CREATE TABLE option_exit (
  listing smallint NOT NULL,
  expiry bigint NOT NULL,
  realm smallint NOT NULL,
  kind smallint NOT NULL,
  state smallint NOT NULL,
  stamp bigint,
  index_tenths bigint,
  sources smallint,
  -- the public trades of a rebuilt price: [{source, trade, time, price}], the price at 10⁻¹² as text
  trades jsonb,
  PRIMARY KEY (listing, expiry, realm, kind)
);

-- How options ended, counted for everyone: reason is a place in the void reasons, or -1 for a settlement.
CREATE TABLE option_end (
  listing smallint NOT NULL,
  reason smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (listing, reason)
);
