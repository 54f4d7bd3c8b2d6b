-- What each source said behind a recorded second of an index, as core's namedSourcesCodec writes it: about fifty bytes.
CREATE TABLE index_source (
  listing smallint NOT NULL,
  stamp bigint NOT NULL,
  said bytea NOT NULL,
  PRIMARY KEY (listing, stamp)
);
