-- What one operator alone has credited, or approved and then paid or given back, in smallest units of USDT: with what others'
-- accounts got of the same person within 24 hours it stays below a bound, however many accounts it goes to. One row for each
-- thing that was done, so that a repeated request counts once; it is taken away again where the engine refused.
CREATE TABLE operator_alone (
  kind text NOT NULL CHECK (kind IN ('credit', 'payout')),
  subject text NOT NULL,
  operator bigint NOT NULL REFERENCES operator (id),
  time bigint NOT NULL,
  worth bigint NOT NULL CHECK (worth >= 0),
  PRIMARY KEY (kind, subject)
);
CREATE INDEX operator_alone_time ON operator_alone (operator, kind, time);
