-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- apiSecretSealed of secretSealed.store.ts
SELECT id, secret AS sealed
  FROM api_key
  WHERE id > $1 AND secret IS NOT NULL AND substring(secret FROM 1 FOR $2) <> $3
  ORDER BY id LIMIT $4

-- apiSecretSealed of secretSealed.store.ts
UPDATE api_key
  SET secret = $3
  WHERE id = $1 AND secret = $2

-- keysOf of store.ts
SELECT id, realm, label, kind, trades, addresses, expires_at, created_at, used_at, used_from
  FROM api_key
  WHERE user_id = $1 AND ended_at IS NULL AND coalesce(expires_at > now(), true)
  ORDER BY id DESC LIMIT 20

-- insertKey of store.ts
SELECT nextval('api_key_id') AS id

-- insertKey of store.ts
INSERT INTO api_key (id, user_id, realm, label, kind, public_key, secret, trades, addresses, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000))
  RETURNING id, realm, label, kind, trades, addresses, expires_at, created_at, used_at, used_from

-- endKey of store.ts
UPDATE api_key
  SET ended_at = now(), secret = NULL
  WHERE user_id = $1 AND ended_at IS NULL AND id = $2 AND coalesce(expires_at > now(), true)
  RETURNING label

-- endKeysOf of store.ts
UPDATE api_key
  SET ended_at = now(), secret = NULL
  WHERE user_id = $1 AND ended_at IS NULL
  RETURNING id

-- liveKey of store.ts
SELECT k.id, k.user_id, k.realm, k.trades, k.addresses, k.expires_at, k.public_key, k.secret, k.used_at, k.used_from, is_staff(u.id) AS staff, CASE k.realm WHEN 'real' THEN u.real_holder ELSE u.demo_holder END AS holder
  FROM api_key k
  JOIN app_user u ON u.id = k.user_id
  WHERE k.id = $1 AND k.ended_at IS NULL AND coalesce(expires_at > now(), true) AND NOT is_disabled(u) AND u.closed_at IS NULL

-- touchKey of store.ts
UPDATE api_key
  SET used_at = date_trunc('minute', now()), used_from = $2
  WHERE id = $1

-- eraseOldKeys of store.ts
DELETE FROM api_key
  WHERE coalesce(ended_at, expires_at) < now() - interval '60 days'
