-- Calendars of OpenTimestamps are a witness as well. What one promised stands in `answer` as the file of its proof, in base64;
-- `proven_at` is when that led to a block (UTC ms). Until then it is asked for again at `due_at`.
ALTER TABLE witness_sending DROP CONSTRAINT witness_sending_witness_check;
ALTER TABLE witness_sending ADD CONSTRAINT witness_sending_witness_check CHECK (witness IN ('file', 'http', 'calendar'));
ALTER TABLE witness_sending ADD COLUMN proven_at bigint;
CREATE INDEX witness_sending_unproven ON witness_sending (due_at) WHERE witness = 'calendar' AND proven_at IS NULL;
