-- From when on which version of the published rules has held here: a row for each start of a program that has another one.
CREATE TABLE rules_in_force (
  since bigint PRIMARY KEY,
  version int NOT NULL CHECK (version > 0)
);
