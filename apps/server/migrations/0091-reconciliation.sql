-- What two operators have signed of what lies outside, against the ledger at the moment of the statement.
CREATE TABLE reconciliation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time bigint NOT NULL,
  stated_by bigint NOT NULL REFERENCES operator (id),
  approved_by bigint NOT NULL REFERENCES operator (id),
  reason text NOT NULL,
  -- Amounts in smallest units, as text: [{currency, stated, ledger}].
  lines jsonb NOT NULL
);
CREATE TRIGGER reconciliation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation
  FOR EACH STATEMENT EXECUTE FUNCTION proposal_is_append_only();

-- What was entered by hand for users, as the engine's events tell it.
CREATE TABLE manual_entry (
  id bigint PRIMARY KEY,
  holder int NOT NULL,
  kind smallint NOT NULL,
  currency smallint NOT NULL,
  amount bigint NOT NULL,
  asker bigint NOT NULL,
  approver bigint NOT NULL,
  time bigint NOT NULL
);
