-- By which role, in which request and from what address an operator acted. The digest of an entry covers all three; of
-- the entries of before nothing is told, and they verify as they did. Of what the server does itself there is the role
-- `server` and no more. No entry can be written without: the checks are of every row from now on.
ALTER TABLE audit
  ADD COLUMN role text,
  ADD COLUMN request text,
  ADD COLUMN address text,
  ADD CONSTRAINT audit_origin_told CHECK (num_nulls(role, request, address) = 0) NOT VALID,
  ADD CONSTRAINT audit_origin_whole CHECK (
    CASE role WHEN 'server' THEN request = '' AND address = '' ELSE role <> '' AND request <> '' AND address <> '' END
  ) NOT VALID;
