-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- fieldsSealed of fieldsSealed.store.ts
SELECT id, user_id, level, fields AS sealed
  FROM verification
  WHERE id > $1 AND fields <> '' AND substring(fields FROM 1 FOR $2) <> $3
  ORDER BY id LIMIT $4

-- fieldsSealed of fieldsSealed.store.ts
UPDATE verification
  SET fields = $3
  WHERE id = $1 AND fields = $2

-- insertVerification of store.ts
INSERT INTO verification (user_id, level, fields, number_hash, front, back, deadline_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))
  ON CONFLICT DO NOTHING
  RETURNING id

-- findOfUser of store.ts
SELECT v.id, v.user_id, v.level, v.state, v.fields, v.number_hash, v.front, v.back, v.submitted_at, v.deadline_at, v.decided_at, o.name AS decider, v.faults, v.note, v.revoked_at
  FROM verification AS v
  LEFT JOIN operator AS o ON o.id = v.decided_by
  WHERE v.user_id = $1
  ORDER BY v.id DESC LIMIT 50

-- findVerification of store.ts
SELECT v.id, v.user_id, v.level, v.state, v.fields, v.number_hash, v.front, v.back, v.submitted_at, v.deadline_at, v.decided_at, o.name AS decider, v.faults, v.note, v.revoked_at
  FROM verification AS v
  LEFT JOIN operator AS o ON o.id = v.decided_by
  WHERE v.id = $1

-- holdPending of store.ts
SELECT 1
  FROM verification
  WHERE id = $1 AND state = 'pending' FOR UPDATE

-- holdApproved of store.ts
SELECT 1
  FROM verification
  WHERE id = $1 AND state = 'approved' FOR UPDATE

-- revoke of store.ts
UPDATE verification
  SET state = 'rejected', decided_by = $2, faults = $3, note = $4, decided_at = now(), revoked_at = now()
  WHERE id = $1

-- findQueue of store.ts
SELECT v.id, v.user_id, v.level, v.state, v.fields, v.number_hash, v.front, v.back, v.submitted_at, v.deadline_at, v.decided_at, o.name AS decider, v.faults, v.note, v.revoked_at
  FROM verification AS v
  LEFT JOIN operator AS o ON o.id = v.decided_by
  WHERE ${state} AND ${place} AND ($2::text IS NULL OR v.level = $2)
  ORDER BY ${order} LIMIT $3

-- decide of store.ts
UPDATE verification
  SET state = $2, decided_by = $3, faults = $4, note = $5, decided_at = now()
  WHERE id = $1

-- eraseOldFields of store.ts
UPDATE verification
  SET fields = '', number_hash = NULL, faults = '[]', note = '', erased_at = now()
  WHERE erased_at IS NULL AND decided_at < now() - make_interval(days => $1)

-- findAttempts of store.ts
SELECT v.id, count(before.id) AS attempts
  FROM verification AS v
  LEFT JOIN verification AS before ON before.user_id = v.user_id AND before.level = v.level AND before.id < v.id
  WHERE v.id = ANY($1)
  GROUP BY v.id

-- findSameNumber of store.ts
SELECT DISTINCT user_id
  FROM verification
  WHERE number_hash = ANY($1) AND user_id <> $2
  ORDER BY 1 LIMIT 20

-- findSamePhoto of store.ts
SELECT DISTINCT f.owner
  FROM file AS own
  JOIN file AS f ON (f.digest = own.digest OR f.sent_digest = own.sent_digest) AND f.owner <> $2 AND f.purpose = 'identity'
  WHERE own.id = ANY($1) AND EXISTS (SELECT 1
    FROM verification AS v
    WHERE v.front = f.id OR v.back = f.id)
  ORDER BY 1 LIMIT 20
