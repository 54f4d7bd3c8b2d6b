-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- keepAcceptance of store.ts
INSERT INTO disclosure_text (digest, lines)
  VALUES ($1, $2)
  ON CONFLICT (digest) DO NOTHING

-- keepAcceptance of store.ts
INSERT INTO disclosure_acceptance (user_id, product, version, lang, digest, accepted_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (user_id, product, version) DO NOTHING

-- findAcceptances of store.ts
SELECT product, version, lang, accepted_at, digest, lines
  FROM disclosure_acceptance
  JOIN disclosure_text USING (digest)
  WHERE user_id = $1
  ORDER BY product, version DESC

-- hasAccepted of store.ts
SELECT EXISTS ( SELECT 1
    FROM disclosure_acceptance
    WHERE user_id = $1 AND product = $2 AND version = $3 ) AS found
