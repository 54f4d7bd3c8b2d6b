-- What people understood of the risks of a product, before their first order of it. The lines are kept as they were shown,
-- once for each version and language, so that they can be read after the program has others.
CREATE TABLE disclosure_text (
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  lines text[] NOT NULL
);

CREATE TABLE disclosure_acceptance (
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  product text NOT NULL,
  version int NOT NULL CHECK (version > 0),
  lang text NOT NULL,
  digest text NOT NULL REFERENCES disclosure_text (digest),
  accepted_at bigint NOT NULL,
  PRIMARY KEY (user_id, product, version)
);
