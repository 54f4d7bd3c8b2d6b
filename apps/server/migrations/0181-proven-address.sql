-- An account has one proven address: the one its code went to when it was opened. The other was only typed, perhaps
-- mistyped, perhaps somebody else's: it belongs to nobody, so it keeps nobody from registering who can prove it.
DROP INDEX app_user_email;
DROP INDEX app_user_phone;
CREATE UNIQUE INDEX app_user_email_proven ON app_user (lower(email)) WHERE verified = 'email';
CREATE UNIQUE INDEX app_user_phone_proven ON app_user (phone) WHERE verified = 'phone';
CREATE INDEX app_user_email ON app_user (lower(email));
CREATE INDEX app_user_phone ON app_user (phone);

-- A code, its tries and its pace are of the network that asked for it (a keyed hash): a stranger who asks, or guesses,
-- uses up only what is theirs. A row without a code counts tries alone.
ALTER TABLE verification_code ADD COLUMN network bytea NOT NULL DEFAULT '';
ALTER TABLE verification_code DROP CONSTRAINT verification_code_pkey;
ALTER TABLE verification_code ADD PRIMARY KEY (purpose, address, network);
ALTER TABLE verification_code ALTER COLUMN code_hash DROP NOT NULL;

-- How many codes went to an address within a day, and how many wrong ones came, from all networks together.
CREATE TABLE code_traffic (
  purpose text NOT NULL,
  address text NOT NULL,
  sent int NOT NULL,
  wrong int NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (purpose, address)
);
