-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- readAppFields of store.ts
SELECT fields
  FROM app_data

-- writeAppFields of store.ts
INSERT INTO app_data (fields)
  VALUES ($1)
  ON CONFLICT (singleton) DO UPDATE
  SET fields = excluded.fields, updated_at = now()
