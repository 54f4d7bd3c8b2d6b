-- The ledger's lines and what they come to. Amounts are smallest units in 64 bits, as the core's own ledger keeps
-- them. A row's time belongs to it alone (engine time strictly increases), so (time, place) orders all lines and a
-- date is a range of the key. The second index serves the filter by category over a long history.
CREATE TABLE ledger_entry (
  holder int NOT NULL,
  time bigint NOT NULL,
  place int NOT NULL,
  seq bigint NOT NULL,
  account smallint NOT NULL,
  currency smallint NOT NULL,
  category smallint NOT NULL,
  amount bigint NOT NULL,
  balance_after bigint NOT NULL,
  -- who stands on the other side: an account of the same holder, or a word
  other smallint NOT NULL,
  ref_kind smallint NOT NULL,
  ref bigint NOT NULL,
  PRIMARY KEY (holder, time, place) INCLUDE (account, currency, category)
);

-- `posted` is what an account is worth, `frozen` the held part of it. The check is a tripwire: a user's account
-- below zero can't even be shown.
CREATE TABLE balance (
  holder int NOT NULL,
  account smallint NOT NULL,
  currency smallint NOT NULL,
  posted bigint NOT NULL,
  frozen bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (holder, account, currency),
  CHECK (frozen >= 0 AND (holder < 32 OR posted >= frozen))
) WITH (fillfactor = 70);

CREATE TABLE transfer (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  from_account smallint NOT NULL,
  to_account smallint NOT NULL,
  amount bigint NOT NULL,
  time bigint NOT NULL
);
CREATE INDEX transfer_holder ON transfer (holder, id);

-- Idempotency keys for ever: the engine itself keeps those of the last day.
CREATE TABLE used_key (
  holder int NOT NULL,
  id uuid NOT NULL,
  route text NOT NULL,
  digest bytea NOT NULL,
  answer bytea NOT NULL,
  time bigint NOT NULL,
  PRIMARY KEY (holder, id, route)
);
