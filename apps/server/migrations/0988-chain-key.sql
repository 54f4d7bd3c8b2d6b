-- Under which key the numbers of a network's messages were counted last: another begins them anew.
CREATE TABLE chain_key (
  network text PRIMARY KEY,
  fingerprint text NOT NULL,
  since bigint NOT NULL
);
