-- The day of UTC (days since 1970) that a line of mining income is for, where days that were missed are credited later; 0
-- where a line is of no such day, and for lines written before.
ALTER TABLE ledger_entry ADD COLUMN income_day int NOT NULL DEFAULT 0;
