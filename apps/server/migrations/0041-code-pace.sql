-- How many codes of a purpose went to an address within a day: each further one waits longer. At one code a minute,
-- five tries each, a six-digit code falls to a patient guesser within months.
ALTER TABLE verification_code ADD COLUMN sent_count int NOT NULL DEFAULT 1;

-- Opening a demo account counts the live guests of its network; without this it reads all guests of a week.
CREATE INDEX app_user_guest_address ON app_user (guest_address_hash, active_at) WHERE guest;
DROP INDEX app_user_guest;
