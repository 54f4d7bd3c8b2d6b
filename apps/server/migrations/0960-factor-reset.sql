-- Lost authenticators: who says so, and when it is taken off. Two people decide it, and then it waits for its owner's no.
CREATE TABLE factor_reset (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- when its owner asked at the login; null where customer service began it
  asked_at bigint,
  -- when two people had decided, and from when on it is done; null before that
  begun_at bigint,
  due_at bigint,
  -- where its owner's letters lead
  origin text NOT NULL,
  ended_at bigint,
  outcome text CHECK (outcome IN ('done', 'refused', 'canceled', 'stopped', 'lapsed')),
  CHECK ((begun_at IS NULL) = (due_at IS NULL)),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (asked_at IS NOT NULL OR begun_at IS NOT NULL),
  CHECK (outcome IS DISTINCT FROM 'done' OR ended_at >= due_at)
);
CREATE UNIQUE INDEX factor_reset_open ON factor_reset (user_id) WHERE outcome IS NULL;
CREATE INDEX factor_reset_due ON factor_reset (due_at) WHERE outcome IS NULL;
SELECT keep_written('factor_reset', 'id', 'id user_id asked_at begun_at due_at origin ended_at outcome');
