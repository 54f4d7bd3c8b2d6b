-- Who may write the journal. An engine that starts raises the epoch and puts its own token here; each
-- insert into the journal holds this row and names its epoch, so a second or a stale engine can't commit.
CREATE TABLE engine_epoch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  epoch int NOT NULL,
  holder text NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO engine_epoch (epoch, holder) VALUES (0, 'nobody');
