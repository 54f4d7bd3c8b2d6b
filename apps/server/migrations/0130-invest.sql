-- What operators write of invest products and launches before a second person publishes it. The body is kept byte for
-- byte as it was digested, and never changes once it is published: the engine's terms bear the digest.
CREATE TABLE wealth_draft (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('invest', 'ieo')),
  body text NOT NULL,
  digest text NOT NULL,
  published boolean NOT NULL DEFAULT false,
  written_by text NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX wealth_draft_kind ON wealth_draft (kind, id DESC);

CREATE FUNCTION wealth_draft_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was published is never changed';
END $$;
CREATE TRIGGER wealth_draft_published_stays BEFORE UPDATE OR DELETE ON wealth_draft
  FOR EACH ROW WHEN (OLD.published) EXECUTE FUNCTION wealth_draft_is_kept();

-- Read models of invest. Words are kept as their place in the core's lists, prices in ticks or tenths of a tick, rates at
-- 10⁻⁹, amounts in smallest units; null is what is not yet, or never came.
CREATE TABLE invest_product (
  id int PRIMARY KEY,
  draft bigint NOT NULL,
  realm smallint NOT NULL,
  listing smallint NOT NULL,
  direction smallint NOT NULL,
  reference_price bigint NOT NULL,
  annual_rate bigint NOT NULL,
  days int NOT NULL,
  share_price bigint NOT NULL,
  shares int NOT NULL,
  maturity bigint NOT NULL,
  sold int NOT NULL DEFAULT 0,
  closed boolean NOT NULL DEFAULT false,
  published_at bigint NOT NULL
);

CREATE TABLE invest_order (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  product int NOT NULL,
  currency smallint NOT NULL,
  coin smallint NOT NULL,
  shares int NOT NULL,
  amount bigint NOT NULL,
  coin_payout bigint NOT NULL,
  usdt_payout bigint NOT NULL,
  bought_at bigint NOT NULL,
  outcome smallint,
  paid_currency smallint,
  paid_amount bigint,
  settlement_tenths bigint,
  ended_at bigint
) WITH (fillfactor = 80);
CREATE INDEX invest_order_holder ON invest_order (holder, id);

-- One row what matures together: the public evidence of every settlement.
CREATE TABLE invest_price (
  listing smallint NOT NULL,
  maturity bigint NOT NULL,
  settlement_tenths bigint,
  samples int NOT NULL,
  first_sample bigint NOT NULL,
  last_sample bigint NOT NULL,
  PRIMARY KEY (listing, maturity)
);
