-- What a screening of somebody else's said of a payment before its credit: clear, review, reject, or failed where it gave no
-- answer; empty where nobody was asked. The note is that of its case.
ALTER TABLE chain_payment ADD COLUMN screened text NOT NULL DEFAULT ''
  CHECK (screened IN ('', 'clear', 'review', 'reject', 'failed'));
ALTER TABLE chain_payment ADD COLUMN note text NOT NULL DEFAULT '';
