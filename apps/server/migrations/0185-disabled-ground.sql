-- Whoever is disabled keeps what is theirs and takes it out, and reads why: a ground out of a closed list, and since when.
ALTER TABLE app_user ADD COLUMN disabled_ground text NOT NULL DEFAULT '';
ALTER TABLE app_user ADD COLUMN disabled_at timestamptz;
