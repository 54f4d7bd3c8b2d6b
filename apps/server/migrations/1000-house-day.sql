-- What came in, went out and was taken as fees on a day of UTC, by currency, in smallest units: made from the journal alone.
-- Words are kept as their place in the lists of the code.
CREATE TABLE house_day (
  realm smallint NOT NULL,
  day int NOT NULL,
  flow smallint NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (realm, day, flow, currency)
);

-- What all people of a realm owned together when an hour was swept, in smallest units of USDT.
CREATE TABLE worth_total (
  hour bigint NOT NULL,
  realm smallint NOT NULL,
  worth bigint NOT NULL,
  PRIMARY KEY (hour, realm)
);
