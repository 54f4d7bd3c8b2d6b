-- The keys for sealing and for tokens are replaced by newer generations as well: each statement stands beside those of the
-- signing keys.
ALTER TABLE key_rotation ADD COLUMN purpose text NOT NULL DEFAULT 'signing'
  CHECK (purpose IN ('signing', 'sealing', 'tokens'));
ALTER TABLE key_rotation ALTER COLUMN purpose DROP DEFAULT;
ALTER TABLE key_rotation DROP CONSTRAINT key_rotation_pkey;
ALTER TABLE key_rotation ADD PRIMARY KEY (purpose, generation);
