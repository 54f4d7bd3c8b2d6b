-- Read models of launches. Quantities are counted in passes, amounts in smallest units; null is what is not yet.
CREATE TABLE ieo_project (
  id int PRIMARY KEY,
  draft bigint NOT NULL,
  realm smallint NOT NULL,
  currency smallint NOT NULL,
  pass_quantity bigint NOT NULL,
  pass_price bigint NOT NULL,
  supply int NOT NULL,
  application_min int NOT NULL,
  holder_max int NOT NULL,
  opens_at bigint NOT NULL,
  closes_at bigint NOT NULL,
  market_at bigint NOT NULL,
  applied bigint NOT NULL DEFAULT 0,
  passes bigint NOT NULL DEFAULT 0,
  ended boolean NOT NULL DEFAULT false,
  canceled boolean NOT NULL DEFAULT false,
  launched_at bigint NOT NULL
);

CREATE TABLE ieo_subscription (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  project int NOT NULL,
  applied int NOT NULL,
  amount bigint NOT NULL,
  subscribed_at bigint NOT NULL,
  passes int,
  cost bigint,
  allotted_at bigint,
  delivered_at bigint,
  returned_at bigint
) WITH (fillfactor = 80);
CREATE INDEX ieo_subscription_holder ON ieo_subscription (holder, id);
