-- What accounts were worth, hour by hour: one sweep an hour values all balances at the index. Nothing is filled in: an
-- hour without a row in worth_sweep was missed. Values are smallest units of USDT, prices 10⁻¹² USDT for one coin.
CREATE TABLE worth_sweep (
  -- the hour of UTC, in milliseconds, and when within it the balances were read
  hour bigint PRIMARY KEY,
  time bigint NOT NULL,
  -- how far the ledger was then: what came in or went out between two sweeps lies between their numbers
  seq bigint NOT NULL
);

CREATE TABLE worth_price (
  hour bigint NOT NULL,
  currency smallint NOT NULL,
  price bigint NOT NULL,
  PRIMARY KEY (hour, currency)
);

CREATE TABLE worth_sample (
  holder int NOT NULL,
  hour bigint NOT NULL,
  coin bigint NOT NULL,
  contract bigint NOT NULL,
  option bigint NOT NULL,
  PRIMARY KEY (holder, hour)
);
-- serves the removal of hours that are too old; those that begin a day stay
CREATE INDEX worth_sample_hour ON worth_sample (hour) WHERE hour % 86400000 <> 0;

-- What each product has brought a holder on a day of UTC, in smallest units of a currency.
CREATE TABLE profit_day (
  holder int NOT NULL,
  day int NOT NULL,
  product smallint NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (holder, day, product, currency)
);

-- What was paid for products that pay later, until they have.
CREATE TABLE profit_stake (
  product smallint NOT NULL,
  ref bigint NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (product, ref)
);
