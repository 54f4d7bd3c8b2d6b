-- Which purposes a file can have is the code's to say: each new one would otherwise need this list again.
ALTER TABLE file DROP CONSTRAINT file_purpose_check;
ALTER TABLE file ADD CONSTRAINT file_purpose_check CHECK (purpose ~ '^[a-z]{1,30}$');

-- One chat a person, for ever; its conversations begin and end within it. What changes of a chat stands here, what was
-- said stands in chat_message.
CREATE TABLE chat (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL UNIQUE REFERENCES app_user (id),
  open boolean NOT NULL DEFAULT false,
  -- Who has taken the open conversation; null in the queue and after its end.
  operator_id bigint REFERENCES operator (id),
  last_seq int NOT NULL DEFAULT 0,
  -- The first line of the open or last conversation.
  first_seq int NOT NULL DEFAULT 1,
  user_delivered int NOT NULL DEFAULT 0,
  user_read int NOT NULL DEFAULT 0,
  user_unread int NOT NULL DEFAULT 0,
  desk_delivered int NOT NULL DEFAULT 0,
  desk_read int NOT NULL DEFAULT 0,
  desk_unread int NOT NULL DEFAULT 0,
  -- Since when its person waits for an answer, and how many lines wait.
  -- Milliseconds, as cursors carry them.
  waiting_since timestamptz(3),
  unanswered int NOT NULL DEFAULT 0,
  last_text text NOT NULL DEFAULT '',
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  transcript_at timestamptz
);
CREATE INDEX chat_queue ON chat (waiting_since, id) WHERE open AND operator_id IS NULL;
CREATE INDEX chat_taken ON chat (operator_id, id) WHERE open;
CREATE INDEX chat_recent ON chat (updated_at DESC, id DESC) WHERE NOT open;

CREATE TABLE chat_message (
  chat_id bigint NOT NULL REFERENCES chat (id),
  seq int NOT NULL CHECK (seq > 0),
  author text NOT NULL CHECK (author IN ('user', 'desk', 'system')),
  event text NOT NULL DEFAULT '',
  operator_id bigint REFERENCES operator (id),
  -- The operator's name as users saw it then.
  name text NOT NULL DEFAULT '',
  -- The sender's key, and a digest of what it was used for.
  key uuid,
  digest bytea,
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 2000),
  file_id bigint REFERENCES file (id),
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chat_id, seq),
  CHECK ((author = 'system') = (event <> '')),
  CHECK ((author = 'system') = (key IS NULL))
);
-- Sent twice, said once.
CREATE UNIQUE INDEX chat_message_key ON chat_message (chat_id, author, key) WHERE key IS NOT NULL;
CREATE INDEX chat_message_file ON chat_message (file_id) WHERE file_id IS NOT NULL;

CREATE FUNCTION support_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was said is append-only';
END $$;
CREATE TRIGGER chat_message_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_message
  FOR EACH STATEMENT EXECUTE FUNCTION support_is_append_only();

-- An operator's name as users see it, and whether the operator takes chats now.
CREATE TABLE support_operator (
  operator_id bigint PRIMARY KEY REFERENCES operator (id),
  shown text NOT NULL DEFAULT '',
  available boolean NOT NULL DEFAULT true
);

-- Answers that are ready, by language.
CREATE TABLE canned (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  texts jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by bigint NOT NULL REFERENCES operator (id),
  removed_at timestamptz
);
