-- Since when the push service of a browser has refused what is sent to it: its owner is told, and makes it anew.
ALTER TABLE push_subscription ADD COLUMN refused_at timestamptz;
