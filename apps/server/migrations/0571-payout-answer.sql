-- What people said of their own payouts: first whether it arrived (step 0), and after a "no" that it did in the end (step 1).
-- Each stands in the log of evidence too, without whose it was. Nothing of it is ever changed.
CREATE TABLE payout_answer (
  withdrawal bigint NOT NULL,
  step smallint NOT NULL CHECK (step IN (0, 1)),
  arrived boolean NOT NULL,
  time bigint NOT NULL,
  -- the ticket that a "no" opened
  ticket bigint,
  PRIMARY KEY (withdrawal, step),
  CHECK (step = 0 OR arrived)
);
CREATE INDEX payout_answer_open ON payout_answer (withdrawal) WHERE step = 0 AND NOT arrived;

CREATE FUNCTION payout_answer_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what people said of their payouts is never changed';
END $$;
CREATE TRIGGER payout_answer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_answer
  FOR EACH STATEMENT EXECUTE FUNCTION payout_answer_is_kept();

-- One transaction is named once to one payee.
CREATE INDEX withdrawal_claim_transaction ON withdrawal_claim (transaction_id) WHERE transaction_id <> '';
