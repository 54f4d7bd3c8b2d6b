-- Whom an entry of the audit log is about: the public ids of people. Users see who touched their account, in lists too.
-- The digest of an entry covers them; those written before this column name nobody in it, and verify as they did.
ALTER TABLE audit ADD COLUMN touched text[] NOT NULL DEFAULT '{}';
CREATE INDEX audit_touched ON audit USING gin (touched);
