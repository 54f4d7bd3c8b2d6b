-- The public history of terms, made from the journal: each change with what was and what is, and when. `term_state` has
-- what holds now, and of each currency and market what its amounts are written by.
CREATE TABLE term_change (
  number bigint PRIMARY KEY,
  seq bigint NOT NULL,
  place integer NOT NULL,
  time bigint NOT NULL,
  kind smallint NOT NULL,
  subject text NOT NULL,
  -- name, unit, before and after (null: there was, or is, none), as texts
  figures jsonb NOT NULL
);

CREATE TABLE term_state (
  kind smallint NOT NULL,
  item text NOT NULL,
  subject text NOT NULL,
  figures jsonb NOT NULL,
  PRIMARY KEY (kind, item)
);

-- Who asked for a deed and who approved it are looked for by the proposal.
CREATE INDEX audit_proposal ON audit ((detail ->> 'proposal')) WHERE action IN ('proposal_made', 'proposal_approved');
-- The terms that no journal holds are found by what was done.
CREATE INDEX audit_of_terms ON audit (id)
  WHERE action IN ('feed_changed', 'network_changed', 'content_published', 'rules_noted');
-- The history of terms is read from the log by its kinds, the last first.
CREATE INDEX evidence_entry_kind ON evidence_entry (kind, place);
CREATE INDEX proposal_decision_decided ON proposal_decision (decided_at);
