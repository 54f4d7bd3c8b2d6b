-- The picture of a profile lies in the vault of files; a row of ours names it. The text that stood for it was never filled.
ALTER TABLE app_user ADD COLUMN avatar_file bigint REFERENCES file (id);
