-- Which decisions on a person's money were told by mail: each once, whoever clicks again and whatever crashes.
CREATE TABLE decision_mail (
  kind text NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
  id bigint NOT NULL,
  PRIMARY KEY (kind, id)
);
-- What was decided before there were such mails is told by none.
INSERT INTO decision_mail SELECT 'deposit', id FROM deposit WHERE status <> 0;
INSERT INTO decision_mail SELECT 'withdrawal', id FROM withdrawal WHERE status >= 3;
