-- Every message to a person stands here before it is sent: it survives a crash between the deed and the
-- mail, and without a provider it is what the operator's desk shows, labelled. Params hold codes and
-- names, so rows are erased with their user and after the retention time.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 320),
  template text NOT NULL,
  locale text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'outbox')),
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  fault text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_recent ON outbox (created_at DESC, id DESC);
