-- A level that was approved and is so no more: two people said so, with a reason that its owner reads.
ALTER TABLE verification ADD COLUMN revoked_at timestamptz CHECK (revoked_at IS NULL OR state = 'rejected');
