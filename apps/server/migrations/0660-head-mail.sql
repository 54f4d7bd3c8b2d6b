-- Who gets the day's signed head by mail: an address that a code, or its account, has proved. `token` ends the mails and opens
-- nothing else; `told` is the time (UTC ms) of the newest statement that went out to it.
CREATE TABLE head_mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
  locale text NOT NULL,
  origin text NOT NULL,
  token text NOT NULL UNIQUE,
  since timestamptz NOT NULL DEFAULT now(),
  told bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX head_mail_recipient ON head_mail (lower(recipient));
CREATE INDEX head_mail_told ON head_mail (told, id);

-- Which purposes a code can have is the code's to say: each new one would otherwise need this list again.
ALTER TABLE verification_code DROP CONSTRAINT verification_code_purpose_check;
ALTER TABLE verification_code ADD CONSTRAINT verification_code_purpose_check CHECK (purpose ~ '^[a-z_]{1,30}$');
