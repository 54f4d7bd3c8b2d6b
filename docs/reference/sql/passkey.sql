-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- keepChallenge of challenges.store.ts
DELETE FROM passkey_challenge
  WHERE challenge_hash IN ( SELECT challenge_hash
    FROM passkey_challenge
    WHERE bearer = $1 AND purpose = $2
    ORDER BY created_at DESC OFFSET ${liveMax - 1})

-- keepChallenge of challenges.store.ts
INSERT INTO passkey_challenge (challenge_hash, purpose, bearer, handle, expires_at)
  VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))

-- useChallenge of challenges.store.ts
DELETE FROM passkey_challenge
  WHERE challenge_hash = $1 AND purpose = $2 AND ($3::text IS NULL OR bearer = $3)
  RETURNING handle, expires_at > now() AS live

-- forgetChallenges of challenges.store.ts
DELETE FROM passkey_challenge
  WHERE bearer = ANY($1::text[])

-- eraseOldChallenges of challenges.store.ts
DELETE FROM passkey_challenge
  WHERE expires_at < now()

-- passkeysOf of store.ts
SELECT *
  FROM passkey
  WHERE ${columnOf(owner)} = $1
  ORDER BY created_at DESC, id DESC LIMIT 10

-- passkeyByCredential of store.ts
SELECT *
  FROM passkey
  WHERE credential_id = $1

-- insertPasskey of store.ts
SELECT 1
  FROM ${tableOf(owner)}
  WHERE id = $1 FOR UPDATE

-- insertPasskey of store.ts
INSERT INTO passkey (${columnOf(owner)}, name, credential_id, handle, public_key, sign_count, transports, site, synced)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (credential_id) DO NOTHING
  RETURNING *

-- renamePasskey of store.ts
UPDATE passkey
  SET name = $3
  WHERE id = $1 AND ${columnOf(owner)} = $2
  RETURNING *

-- removePasskey of store.ts
DELETE FROM passkey
  WHERE id = $1 AND ${columnOf(owner)} = $2
  RETURNING *

-- removePasskeys of store.ts
DELETE FROM passkey
  WHERE ${columnOf(owner)} = $1

-- noteUse of store.ts
UPDATE passkey
  SET sign_count = $2, used_at = now()
  WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))
  RETURNING id

-- noteUse of store.ts
UPDATE passkey
  SET doubted_at = now()
  WHERE id = $1
  RETURNING id
