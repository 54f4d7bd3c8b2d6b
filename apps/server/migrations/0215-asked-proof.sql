-- Which proofs an operator asked for: the daily one, at a moment that nobody chooses, is made whether or not there are such.
ALTER TABLE liability_epoch ADD COLUMN asked boolean NOT NULL DEFAULT false;
