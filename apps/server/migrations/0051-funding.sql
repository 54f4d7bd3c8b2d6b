-- Funding: the rate of each market at each stamp, and what each position paid or received. Rates at 10^-9.
CREATE TABLE funding_rate (
  realm smallint NOT NULL,
  listing smallint NOT NULL,
  stamp bigint NOT NULL,
  rate int NOT NULL,
  premium_rate int NOT NULL,
  samples int NOT NULL,
  mark_tenths bigint NOT NULL,
  PRIMARY KEY (realm, listing, stamp)
);

CREATE TABLE funding_payment (
  holder int NOT NULL,
  listing smallint NOT NULL,
  stamp bigint NOT NULL,
  position_id bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (holder, listing, stamp, position_id)
);
