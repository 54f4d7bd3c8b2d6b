-- What each product has brought the house's accounts, by currency: the sum of all entries that its events made. Words are
-- kept as their place in the lists of the code, amounts in smallest units.
CREATE TABLE house_result (
  realm smallint NOT NULL,
  result smallint NOT NULL,
  account smallint NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (realm, result, account, currency)
);
