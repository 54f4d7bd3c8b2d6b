-- Every change of a market's maintenance brackets, and every measure for open positions. `change` is its place in the
-- slice's list; `brackets` are floor, rate and multiple of each, floors as texts of smallest units of USDT.
CREATE TABLE bracket_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  listing smallint NOT NULL,
  change smallint NOT NULL,
  brackets jsonb NOT NULL,
  effective_at bigint,
  time bigint NOT NULL
);
CREATE INDEX bracket_change_listing ON bracket_change (listing, id);
