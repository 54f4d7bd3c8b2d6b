-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- noteReport of clientErrors.store.ts
INSERT INTO client_error AS kept (fingerprint, version, message, place, stack, page, browser, count, first_at, last_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8)
  ON CONFLICT (fingerprint) DO UPDATE
  SET count = kept.count + 1, stack = EXCLUDED.stack, page = EXCLUDED.page, browser = EXCLUDED.browser, last_at = greatest(kept.last_at, EXCLUDED.last_at)
  RETURNING count

-- forgetReports of clientErrors.store.ts
DELETE FROM client_error
  WHERE last_at < $1 OR id IN (SELECT id
    FROM client_error
    ORDER BY last_at DESC, id DESC OFFSET $2)

-- findReports of clientErrors.store.ts
SELECT id, version, message, place, stack, page, browser, count, first_at, last_at, seen_at
  FROM client_error
  WHERE last_at >= $1 AND (NOT $2 OR seen_at IS NULL OR seen_at < last_at) AND ($3::bigint IS NULL OR (last_at, id) < (SELECT last_at, id
      FROM client_error
      WHERE id = $3))
  ORDER BY last_at DESC, id DESC LIMIT $4

-- markSeen of clientErrors.store.ts
UPDATE client_error
  SET seen_at = greatest($2, last_at)
  WHERE id = $1
  RETURNING message

-- readAppFields of store.ts
SELECT fields
  FROM app_data

-- writeAppFields of store.ts
INSERT INTO app_data (fields)
  VALUES ($1)
  ON CONFLICT (singleton) DO UPDATE
  SET fields = excluded.fields, updated_at = now()
