-- Of a pair the second price, on the other side of the index, and what is placed there.
ALTER TABLE spot_conditional
  ADD COLUMN other_kind smallint,
  ADD COLUMN other_trigger bigint,
  ADD COLUMN other_price bigint;
