-- What the operator writes for everyone. A piece has versions in each language, which are never changed; a release says
-- from when one of them is shown (none: withdrawn from then on), so that what is due is shown whether or not the server
-- was up at that moment. What stands as of a moment is the last release up to it.
CREATE TABLE piece (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('about_us', 'faq', 'user_agreement', 'news')),
  created_at bigint NOT NULL,
  -- The earliest moment of its releases that were not taken back; null for a draft.
  shown_at bigint,
  -- Whether everyone has been told of it.
  told boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX piece_single ON piece (kind) WHERE kind <> 'news';
CREATE INDEX piece_recent ON piece (shown_at DESC, id DESC) WHERE kind = 'news';

CREATE TABLE piece_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  piece bigint NOT NULL REFERENCES piece (id),
  lang text NOT NULL,
  number int NOT NULL CHECK (number > 0),
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  author text NOT NULL,
  restored_from int,
  created_at bigint NOT NULL,
  UNIQUE (piece, lang, number)
);

CREATE TABLE piece_release (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  piece bigint NOT NULL REFERENCES piece (id),
  lang text NOT NULL,
  version bigint REFERENCES piece_version (id),
  at bigint NOT NULL,
  made_by text NOT NULL,
  made_at bigint NOT NULL,
  canceled_by text,
  canceled_at bigint CHECK (canceled_at < at)
);
CREATE INDEX piece_release_standing ON piece_release (piece, lang, at DESC, id DESC) WHERE canceled_at IS NULL;

CREATE FUNCTION piece_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was written and shown is kept';
END $$;
CREATE TRIGGER piece_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON piece_version
  FOR EACH STATEMENT EXECUTE FUNCTION piece_is_kept();
CREATE TRIGGER piece_release_kept BEFORE DELETE OR TRUNCATE ON piece_release
  FOR EACH STATEMENT EXECUTE FUNCTION piece_is_kept();

-- Images of texts, by the name under which they are public once a text with it, or a certificate, is shown.
CREATE TABLE piece_image (
  name text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{32}$'),
  file bigint NOT NULL REFERENCES file (id),
  added_by text NOT NULL,
  added_at bigint NOT NULL
);
CREATE TABLE piece_version_image (
  version bigint NOT NULL REFERENCES piece_version (id),
  name text NOT NULL REFERENCES piece_image (name),
  PRIMARY KEY (name, version)
);

CREATE TABLE news_read (
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  piece bigint NOT NULL REFERENCES piece (id),
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, piece)
);

-- Which agreement somebody agreed to on registering; version 0 is the software's own text.
CREATE TABLE agreement_acceptance (
  user_id bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  version int NOT NULL,
  lang text NOT NULL,
  accepted_at bigint NOT NULL
);

CREATE TABLE certificate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  regulator text NOT NULL,
  number text NOT NULL,
  register_link text NOT NULL CHECK (register_link LIKE 'https://%'),
  image text REFERENCES piece_image (name),
  expires_at bigint NOT NULL,
  added_by text NOT NULL,
  added_at bigint NOT NULL,
  ended_by text,
  ended_reason text,
  ended_at bigint
);

-- What had been written before there were versions is the first version, shown since it was written.
INSERT INTO piece (kind, created_at) SELECT kind, floor(extract(epoch FROM now()) * 1000)
  FROM unnest(ARRAY['about_us', 'faq', 'user_agreement']) AS kind;
INSERT INTO piece_version (piece, lang, number, title, summary, body, author, created_at)
  SELECT p.id, c.lang, 1, c.title, '', c.body, '', floor(extract(epoch FROM c.updated_at) * 1000)
  FROM content AS c JOIN piece AS p ON p.kind = c.name WHERE c.body <> '';
INSERT INTO piece_release (piece, lang, version, at, made_by, made_at)
  SELECT piece, lang, id, created_at, '', created_at FROM piece_version;
UPDATE piece AS p SET shown_at = (SELECT min(at) FROM piece_release AS r WHERE r.piece = p.id), told = true;
DROP TABLE content;
DROP TABLE news;
