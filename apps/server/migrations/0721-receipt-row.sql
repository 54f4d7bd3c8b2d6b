-- Whose commands the receipts of a row were given for, in the order of their tree, as platform/receipts.store.ts packs them:
-- by it the same receipts are given again to whoever asks again under their keys, and so it goes when those keys do.
CREATE TABLE receipt_row (
  seq bigint PRIMARY KEY,
  time bigint NOT NULL,
  leaves bytea NOT NULL
);
CREATE INDEX receipt_row_time ON receipt_row (time);
