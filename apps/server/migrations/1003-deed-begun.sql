-- What operators had the engine do: noted before it is asked, under the key by which it does it once, with the entry of the
-- audit log that will say that it was done. What a crash cuts off is then ended by what the engine knows of the key.
-- `outcome` is null while nobody knows, empty once it is done, and else why it was not; the entry goes with it.
CREATE TABLE deed_begun (
  holder bigint NOT NULL,
  route text NOT NULL,
  id text NOT NULL,
  entry jsonb,
  refused_as text,
  begun_at bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  outcome text,
  PRIMARY KEY (route, id, holder),
  CHECK ((entry IS NULL) = (outcome IS NOT NULL))
);
CREATE INDEX deed_begun_open ON deed_begun (begun_at) WHERE outcome IS NULL;
SELECT keep_written('deed_begun', 'route id holder', 'holder route id entry refused_as begun_at outcome');
