-- People and their sessions. What moves money is not here: a person's two account holders (real and demo) are
-- numbered here, once and for ever, and known to the engine by those numbers alone.
CREATE SEQUENCE holder_number AS int MINVALUE 32 START WITH 32;

CREATE TABLE app_user (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A guest has neither address nor password: a demo account that ends after seven idle days.
  guest boolean NOT NULL DEFAULT false,
  email text CHECK (length(email) BETWEEN 3 AND 254),
  -- E.164.
  phone text CHECK (phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- Which of the two the verification code has proved.
  verified text CHECK (verified IN ('email', 'phone')),
  password_hash text,
  nickname text NOT NULL DEFAULT '',
  avatar text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  lang text NOT NULL DEFAULT 'en',
  disabled boolean NOT NULL DEFAULT false,
  disabled_reason text NOT NULL DEFAULT '',
  real_name text NOT NULL DEFAULT 'none' CHECK (real_name IN ('none', 'pending', 'approved', 'rejected')),
  real_holder int UNIQUE,
  demo_holder int UNIQUE,
  -- Where a holder's opening is not yet known to have reached the engine, it is sent again at the next sign-in.
  real_opened boolean NOT NULL DEFAULT false,
  demo_opened boolean NOT NULL DEFAULT false,
  invite_code text NOT NULL DEFAULT '',
  guest_address_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  active_at timestamptz NOT NULL DEFAULT now(),
  CHECK (guest OR (email IS NOT NULL AND phone IS NOT NULL AND password_hash IS NOT NULL))
);
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));
CREATE UNIQUE INDEX app_user_phone ON app_user (phone);
CREATE INDEX app_user_guest ON app_user (active_at) WHERE guest;

-- A token is opaque and kept only as its SHA-256.
CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX session_of_user ON session (user_id) WHERE ended_at IS NULL;

-- A verification code: six digits, thirty minutes, five tries, one use; a new one of a purpose kills the old.
CREATE TABLE verification_code (
  purpose text NOT NULL CHECK (purpose IN ('register', 'forgot', 'change_password', 'confirm')),
  address text NOT NULL,
  code_hash bytea NOT NULL,
  tries_left int NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (purpose, address)
);

CREATE TABLE invite_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (length(code) BETWEEN 3 AND 32),
  note text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  uses int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE favourite (
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  symbol text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, symbol)
);

-- Failed sign-ins of an account: they slow the next try down and lock nobody out.
CREATE TABLE sign_in_failure (
  account_hash bytea PRIMARY KEY,
  failures int NOT NULL,
  last_at timestamptz NOT NULL
);
