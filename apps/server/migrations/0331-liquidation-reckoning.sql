-- What a liquidation was decided by, as JSON: balance, and each position that counted with its mark and its brackets.
-- Empty for those that were decided before it was written down.
ALTER TABLE liquidation ADD COLUMN reckoning text NOT NULL DEFAULT '';
