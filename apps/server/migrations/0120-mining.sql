-- What operators write of locked-mining products before a second person publishes it. The body is kept byte for byte as
-- it was digested, and never changes once it is published: the engine's terms bear the digest.
CREATE TABLE mining_draft (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm smallint NOT NULL,
  body text NOT NULL,
  digest text NOT NULL,
  published boolean NOT NULL DEFAULT false,
  written_by text NOT NULL,
  updated_at bigint NOT NULL
);

CREATE FUNCTION mining_draft_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was published is never changed';
END $$;
CREATE TRIGGER mining_draft_published_stays BEFORE UPDATE OR DELETE ON mining_draft
  FOR EACH ROW WHEN (OLD.published) EXECUTE FUNCTION mining_draft_is_kept();

-- Read models of locked mining. Words are kept as their place in the core's lists, rates at 10⁻⁹, amounts in smallest
-- units, days as days of UTC since 1970; null is what is not yet. Which draft an edition of a product came of:
CREATE TABLE mining_terms (
  product int NOT NULL,
  version int NOT NULL,
  draft bigint NOT NULL,
  PRIMARY KEY (product, version)
);

CREATE TABLE mining_order (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  product int NOT NULL,
  version int NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  rate_min bigint NOT NULL,
  rate_max bigint NOT NULL,
  days int NOT NULL,
  redemption_rate bigint NOT NULL,
  first_day int NOT NULL,
  opened_at bigint NOT NULL,
  days_paid int NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  status smallint NOT NULL,
  cost bigint NOT NULL DEFAULT 0,
  ended_at bigint
) WITH (fillfactor = 80);
CREATE INDEX mining_order_holder ON mining_order (holder, id);

-- Each day's income once: the key says so.
CREATE TABLE mining_income (
  order_id bigint NOT NULL,
  day int NOT NULL,
  rate bigint NOT NULL,
  published boolean NOT NULL,
  amount bigint NOT NULL,
  credited_at bigint NOT NULL,
  PRIMARY KEY (order_id, day)
);
