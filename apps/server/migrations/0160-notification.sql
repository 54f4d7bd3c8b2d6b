-- What people are told. A row says what happened (kind, parameters, cause); its text is made when it is read, in the
-- reader's language. `once` names the happening: a person is told of it once, however often it is reported. Rows go after
-- 90 days, and beyond the newest thousand of a person.
CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  -- The account that it is about; null where it is about the person.
  realm text CHECK (realm IN ('real', 'demo')),
  kind text NOT NULL,
  category text NOT NULL,
  params jsonb NOT NULL CHECK (pg_column_size(params) < 4096),
  -- The number of its cause, of which the kind knows what it is.
  ref bigint,
  once text NOT NULL CHECK (length(once) BETWEEN 1 AND 100),
  happened_at timestamptz NOT NULL,
  read_at timestamptz,
  -- Whether it went to socket, mail and push; what is old when it is written down is never sent.
  told boolean NOT NULL DEFAULT false,
  UNIQUE (user_id, once)
);
CREATE INDEX notification_of_user ON notification (user_id, id DESC);
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_untold ON notification (id) WHERE NOT told;
CREATE INDEX notification_age ON notification (happened_at);

-- Which categories are mailed and pushed, and when not. Who has no row has the defaults.
CREATE TABLE notification_setting (
  user_id bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  channels jsonb NOT NULL,
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  timezone text NOT NULL DEFAULT 'UTC' CHECK (length(timezone) <= 64),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- The key pair under which this installation pushes (RFC 8292); the private one is sealed.
CREATE TABLE push_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  public_key text NOT NULL,
  private_sealed bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- Browsers that are pushed to. An endpoint belongs to the session that subscribed it and ends with it.
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  lang text NOT NULL,
  hide_amounts boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscription_of_user ON push_subscription (user_id, id DESC);

-- Pushes that are still to go; a row leaves when the push service has taken it or refused it for good.
CREATE TABLE push_delivery (
  subscription_id bigint NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  notification_id bigint NOT NULL REFERENCES notification (id) ON DELETE CASCADE,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subscription_id, notification_id)
);
CREATE INDEX push_delivery_due ON push_delivery (due_at);

-- Prices that people wait for. Levels are kept as texts, exact. One that repeats is armed again once the price has gone
-- back by half a per cent; one that does not leaves when it has fired.
CREATE TABLE price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  symbol text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('above', 'below')),
  source text NOT NULL CHECK (source IN ('last', 'mark')),
  price text NOT NULL,
  repeats boolean NOT NULL,
  armed boolean NOT NULL DEFAULT true,
  fired_count int NOT NULL DEFAULT 0,
  fired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, symbol, direction, source, price)
);

-- Which positions (0: a cross account) were warned of thin margin and have not recovered since.
CREATE TABLE margin_warning (
  holder int NOT NULL,
  position_id bigint NOT NULL,
  warned_at bigint NOT NULL,
  PRIMARY KEY (holder, position_id)
);
