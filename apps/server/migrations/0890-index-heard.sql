-- When each source was heard last before a recorded second, as core's heardSourcesCodec writes it: about forty bytes.
CREATE TABLE index_heard (
  stamp bigint PRIMARY KEY,
  said bytea NOT NULL
);
