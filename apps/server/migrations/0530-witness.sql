-- Signed statements of where the journal and the logs end, and what became of each on its way to the witnesses outside.
CREATE TABLE witness_statement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time bigint NOT NULL,
  statement text NOT NULL,
  signature bytea NOT NULL CHECK (octet_length(signature) = 64)
);

-- One for each statement and witness. It waits until `held_at`, is tried again at `due_at`, and is given up at a number of
-- attempts that the program knows. `answer` is what the witness said, `fault` why the last attempt came to nothing.
CREATE TABLE witness_sending (
  statement_id bigint NOT NULL REFERENCES witness_statement,
  witness text NOT NULL CHECK (witness IN ('file', 'http')),
  attempts int NOT NULL DEFAULT 0,
  due_at bigint NOT NULL,
  held_at bigint,
  answer text NOT NULL DEFAULT '',
  fault text NOT NULL DEFAULT '',
  PRIMARY KEY (statement_id, witness)
);
CREATE INDEX witness_sending_waiting ON witness_sending (due_at) WHERE held_at IS NULL;
