-- The most that the house had at stake at once on a day of UTC, as it was looked at each half minute, in smallest units of USDT.
CREATE TABLE house_exposure (
  day int NOT NULL,
  realm smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (day, realm)
);
