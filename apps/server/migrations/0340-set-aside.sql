-- Committed facts that a read model could not take, while it and all others went on: what it shows lacks them until a later
-- start tries them again and takes the row away. Each is an alarm.
CREATE TABLE set_aside (
  projection text NOT NULL,
  seq bigint NOT NULL,
  place int NOT NULL,
  event text NOT NULL,
  reason text NOT NULL,
  tries int NOT NULL DEFAULT 1,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (projection, seq, place)
);
