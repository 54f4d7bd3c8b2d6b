-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- insert of store.ts
INSERT INTO ${this.#table} (${this.#group}, body, digest, published, written_by, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING ${this.#fields}

-- change of store.ts
UPDATE ${this.#table}
  SET ${this.#group} = $2, body = $3, digest = $4, written_by = $5, updated_at = $6
  WHERE id = $1 AND NOT published
  RETURNING ${this.#fields}

-- drop of store.ts
DELETE FROM ${this.#table}
  WHERE id = $1 AND NOT published

-- markPublished of store.ts
UPDATE ${this.#table}
  SET published = true
  WHERE id = $1 AND NOT published

-- find of store.ts
SELECT ${this.#fields}
  FROM ${this.#table}
  WHERE id = $1

-- list of store.ts
SELECT ${this.#fields}
  FROM ${this.#table}
  WHERE ${this.#group} = $1 AND id < $2 ${open ? 'AND NOT published' : ''}
  ORDER BY id DESC LIMIT $3

-- byId of store.ts
SELECT ${this.#fields}
  FROM ${this.#table}
  WHERE id = ANY($1::bigint[])
