-- What is personal goes when its time is over; the row stays, and says that there was a decision.
ALTER TABLE verification ADD COLUMN erased_at timestamptz;
CREATE INDEX verification_kept ON verification (decided_at) WHERE erased_at IS NULL AND decided_at IS NOT NULL;
CREATE INDEX deposit_claim_age ON deposit_claim (created_at);
CREATE INDEX withdrawal_claim_age ON withdrawal_claim (created_at);
