-- Read models of who and what the exchange knows. They are made from the journal and can be made again.
-- Words (realm, account, category, status …) are kept as their place in the core's lists, which is for ever.
CREATE TABLE holder (
  holder int PRIMARY KEY,
  realm smallint NOT NULL,
  country text NOT NULL,
  disabled boolean NOT NULL DEFAULT false,
  real_name smallint NOT NULL DEFAULT 0,
  opened_at bigint NOT NULL
);

CREATE TABLE currency (
  id smallint PRIMARY KEY,
  code text NOT NULL UNIQUE,
  scale smallint NOT NULL
);

CREATE TABLE listing (
  id smallint PRIMARY KEY,
  code text NOT NULL UNIQUE,
  base smallint NOT NULL,
  quote smallint NOT NULL,
  price_decimals smallint NOT NULL,
  quantity_decimals smallint NOT NULL,
  halt text NOT NULL,
  halt_reason text NOT NULL,
  updated_at bigint NOT NULL
);
