-- The recorded one-second index, told in full: in the journal each sample is a difference.
CREATE TABLE index_sample (
  listing smallint NOT NULL,
  stamp bigint NOT NULL,
  index_tenths bigint NOT NULL,
  sources smallint NOT NULL,
  kind smallint NOT NULL,
  PRIMARY KEY (listing, stamp)
);
-- Where each listing's sum of differences stands, so that the projector can go on from here.
CREATE TABLE index_last (
  listing smallint PRIMARY KEY,
  index_tenths bigint NOT NULL
);
