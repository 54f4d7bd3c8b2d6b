-- What went into and out of the insurance funds, with what stood in them afterwards: public for ever.
CREATE TABLE insurance_move (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm smallint NOT NULL,
  listing smallint,
  amount bigint NOT NULL,
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  reason text NOT NULL,
  time bigint NOT NULL
);
CREATE INDEX insurance_move_realm ON insurance_move (realm, id);
