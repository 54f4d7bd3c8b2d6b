-- What this installation is, told apart from every other one. The secret makes the opaque public ids
-- (so that internal integers never leak and a guessed id is refused); it is made by the server at the
-- first start, because random bytes of its own need no extension here.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  id_secret bytea NOT NULL CHECK (octet_length(id_secret) = 16),
  created_at timestamptz NOT NULL DEFAULT now()
);
