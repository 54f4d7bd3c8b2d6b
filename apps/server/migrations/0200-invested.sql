-- What is put into products that take it out of the accounts until they pay, in smallest units of the currency that was put
-- in: investments that run, and passes that are paid for and whose coin is to come.
CREATE INDEX invest_order_running ON invest_order (holder) WHERE outcome IS NULL;
CREATE INDEX ieo_subscription_paid ON ieo_subscription (holder) WHERE passes > 0 AND delivered_at IS NULL;
CREATE VIEW invested AS
  SELECT holder, currency, sum(amount)::bigint AS amount FROM invest_order WHERE outcome IS NULL GROUP BY holder, currency
  UNION ALL
  SELECT holder, 0::smallint AS currency, sum(cost)::bigint AS amount FROM ieo_subscription
  WHERE passes > 0 AND delivered_at IS NULL GROUP BY holder;

-- Hours that were swept before have it in none of their parts.
ALTER TABLE worth_sample ADD COLUMN invested bigint NOT NULL DEFAULT 0;
