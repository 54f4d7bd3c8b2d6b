-- How far each read model has followed the journal; moved in the transaction that writes its rows.
CREATE TABLE projection (
  name text PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0 CHECK (seq >= 0)
);
