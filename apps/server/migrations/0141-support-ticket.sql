-- Messages that people leave, with answers. A ticket is open, answered or closed; what was written stays.
CREATE TABLE ticket (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  phone text NOT NULL,
  question text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'closed')),
  lines int NOT NULL DEFAULT 0,
  unread boolean NOT NULL DEFAULT false,
  answered_by bigint REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_of_user ON ticket (user_id, id DESC);
CREATE INDEX ticket_open ON ticket (id) WHERE status = 'open';
CREATE INDEX ticket_status ON ticket (status, id DESC);

CREATE TABLE ticket_line (
  ticket_id bigint NOT NULL REFERENCES ticket (id),
  place int NOT NULL CHECK (place > 0),
  author text NOT NULL CHECK (author IN ('user', 'desk')),
  user_id bigint NOT NULL,
  operator_id bigint REFERENCES operator (id),
  name text NOT NULL DEFAULT '',
  -- Null where a client sent none.
  key uuid,
  digest bytea,
  text text NOT NULL CHECK (length(text) <= 2000),
  files bigint[] NOT NULL DEFAULT '{}',
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, place)
);
-- Sent twice, written once: of a person whatever the ticket, since the first line makes it.
CREATE UNIQUE INDEX ticket_line_key ON ticket_line (user_id, author, key) WHERE key IS NOT NULL;

CREATE TRIGGER ticket_line_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_line
  FOR EACH STATEMENT EXECUTE FUNCTION support_is_append_only();
