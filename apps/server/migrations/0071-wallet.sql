-- The networks of each currency and the operator's addresses there.
CREATE TABLE wallet_network (
  currency text NOT NULL,
  network text NOT NULL CHECK (length(network) BETWEEN 1 AND 20),
  form text NOT NULL CHECK (form IN ('TRC20', 'ERC20', 'Bitcoin', 'Solana')),
  address text NOT NULL DEFAULT '',
  deposit boolean NOT NULL,
  withdraw boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (currency, network),
  CHECK (NOT deposit OR address <> '')
);

-- Where people have their money sent. Rows stay when they are removed, so that a paid withdrawal can be explained.
CREATE TABLE wallet_address (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  currency text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  usable_from timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE UNIQUE INDEX wallet_address_own ON wallet_address (user_id, currency, network, address) WHERE removed_at IS NULL;

CREATE TABLE bank_card (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  payee_name text NOT NULL,
  payee_address text NOT NULL,
  bank_type text NOT NULL CHECK (bank_type IN ('savings', 'checking')),
  bank_name text NOT NULL,
  account_number text NOT NULL,
  bank_address text NOT NULL,
  bank_country text NOT NULL,
  international_code text NOT NULL,
  aba_routing_number text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  usable_from timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE UNIQUE INDEX bank_card_own ON bank_card (user_id, account_number, bank_name) WHERE removed_at IS NULL;

-- Whether a person has new addresses and cards held for a day; no row: no.
CREATE TABLE wallet_setting (
  user_id bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  payee_hold boolean NOT NULL
);

-- What is personal in a deposit or a withdrawal; the engine knows the row by its number alone. A row is written before
-- the engine is asked, and removed where it refuses.
CREATE TABLE deposit_claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  network text NOT NULL,
  transaction_id text NOT NULL,
  file_id bigint NOT NULL REFERENCES file (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deposit_claim_transaction ON deposit_claim (lower(transaction_id)) WHERE transaction_id <> '';
CREATE INDEX deposit_claim_file ON deposit_claim (file_id);

CREATE TABLE withdrawal_claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  network text NOT NULL,
  payee text NOT NULL,
  -- A card's fields as they stood when the withdrawal was asked for; empty for an address.
  bank jsonb NOT NULL DEFAULT '{}',
  transaction_id text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Read models of the engine's events.
CREATE TABLE deposit (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  claim bigint NOT NULL,
  received bigint,
  status smallint NOT NULL,
  reason smallint NOT NULL,
  operator bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX deposit_of_holder ON deposit (holder, id DESC);
CREATE INDEX deposit_queue ON deposit (status, id);
CREATE INDEX deposit_of_claim ON deposit (claim);

CREATE TABLE withdrawal (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  method smallint NOT NULL,
  claim bigint NOT NULL,
  status smallint NOT NULL,
  reason smallint NOT NULL,
  approved_by bigint NOT NULL,
  decided_by bigint NOT NULL,
  deadline bigint NOT NULL,
  escalated_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX withdrawal_of_holder ON withdrawal (holder, id DESC);
CREATE INDEX withdrawal_queue ON withdrawal (status, id);
