-- The thirteen fields of app data and the texts that the app shows. One row of app data: the operator's choice over
-- the product's defaults, each change of which stands in the audit log.
CREATE TABLE app_data (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Texts by name and language (about_us, faq, user_agreement); a missing language falls back to English.
CREATE TABLE content (
  name text NOT NULL CHECK (name IN ('about_us', 'faq', 'user_agreement')),
  lang text NOT NULL,
  title text NOT NULL DEFAULT '',
  body text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, lang)
);

CREATE TABLE news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lang text NOT NULL DEFAULT 'en',
  title text NOT NULL,
  summary text NOT NULL DEFAULT '',
  body text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX news_recent ON news (lang, id DESC);
