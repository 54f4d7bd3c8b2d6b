-- What operators stopped for a time: payouts of an account, an account, trading in a market. Made from the journal; words
-- are kept as their place in the core's lists. ended_at and outcome are null while it lasts.
CREATE TABLE suspension (
  id bigint PRIMARY KEY,
  -- 0 a freeze, 1 a disabling, 2 a halt
  kind smallint NOT NULL,
  holder integer,
  listing smallint,
  ground smallint NOT NULL,
  -- the server's row with what is personal; 0 where there is none
  claim bigint NOT NULL,
  basis smallint NOT NULL,
  asker bigint NOT NULL,
  approver bigint NOT NULL,
  began_at bigint NOT NULL,
  until bigint NOT NULL,
  -- how often two people named a later end after they had named one
  renewed integer NOT NULL,
  ended_at bigint,
  outcome smallint
);
CREATE INDEX suspension_open ON suspension (holder) WHERE ended_at IS NULL;
CREATE INDEX suspension_disabled ON suspension (holder) WHERE ended_at IS NULL AND kind = 1;

-- What of a suspension only its owner and the desk may read, and by which roles it was made.
CREATE TABLE suspension_claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('freeze', 'disable')),
  -- The file number and the authority of a freeze, as the owner is told.
  reference text NOT NULL CHECK (length(reference) <= 200),
  asked_role text,
  confirmed_role text,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX suspension_claim_user ON suspension_claim (user_id);

-- Whether a person is disabled: by themselves, who closed the account, or by operators for a time.
CREATE FUNCTION is_disabled(person app_user) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT person.disabled OR EXISTS (
    SELECT 1 FROM suspension
    WHERE kind = 1 AND ended_at IS NULL AND holder = coalesce(person.real_holder, person.demo_holder))
$$;
