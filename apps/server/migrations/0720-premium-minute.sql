-- The premium samples of each minute, its end among it, as one text: how long (ms) after its start, and the rate at
-- 10^-9, of each ("1000:0 2000:-25"), in the rows of the journal from `seq` to `seq_last`. What funding is the mean of is
-- read from here.
CREATE TABLE premium_minute (
  listing smallint NOT NULL,
  realm smallint NOT NULL,
  minute bigint NOT NULL,
  seq bigint NOT NULL,
  seq_last bigint NOT NULL,
  samples text NOT NULL,
  PRIMARY KEY (listing, realm, minute)
) WITH (fillfactor = 80);

-- The row of the journal in which the rates of a stamp were set: positions pay them from there on.
CREATE TABLE funding_place (
  stamp bigint PRIMARY KEY,
  seq bigint NOT NULL
);
