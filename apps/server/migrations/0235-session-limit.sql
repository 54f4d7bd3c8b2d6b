-- How long a person lets their own sessions last, in minutes after signing in; null for as long as any. A looser limit
-- stands beside the one that holds until its time has come, so that what ended before it stays ended.
CREATE TABLE session_limit (
  user_id bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  minutes smallint CHECK (minutes BETWEEN 15 AND 1440),
  next_minutes smallint CHECK (next_minutes BETWEEN 15 AND 1440),
  next_from timestamptz,
  CHECK (next_from IS NULL OR minutes IS NOT NULL),
  CHECK (next_minutes IS NULL OR next_from IS NOT NULL)
);

-- When its person signed in: a demo session that is opened out of another one takes the other's time over, or else going
-- in and out of the demo would begin the time anew.
ALTER TABLE session ADD COLUMN signed_in_at timestamptz;
UPDATE session SET signed_in_at = created_at;
ALTER TABLE session ALTER COLUMN signed_in_at SET DEFAULT now(), ALTER COLUMN signed_in_at SET NOT NULL;
