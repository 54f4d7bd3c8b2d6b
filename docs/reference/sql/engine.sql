-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- open of journal.ts
UPDATE engine_epoch
  SET epoch = epoch + 1, holder = $1, taken_at = now()
  RETURNING epoch

-- fenceAndRead of journal.ts
UPDATE engine_epoch
  SET epoch = epoch + 1
  WHERE holder = $1
  RETURNING epoch

-- probe of journal.ts
UPDATE engine_epoch
  SET taken_at = now()
  WHERE holder = $1

-- connect of journal.ts
SET synchronous_commit = on

-- findOwnClaims of journalClaims.ts
SELECT 'the read model ' || name AS by, seq, NULL AS digest
  FROM projection
  WHERE seq > 0
  UNION ALL SELECT 'the snapshot at row ' || seq, seq, encode(digest, 'hex')
  FROM snapshot
  WHERE seq > 0
  UNION ALL SELECT 'a fact set aside by the read model ' || projection, max(seq), NULL
  FROM set_aside
  GROUP BY projection

-- projectedSeq of journalClaims.ts
SELECT seq
  FROM projection
  WHERE name = $1

-- claimFault of journalClaims.ts
SELECT c.place, (SELECT max(seq)
    FROM journal) AS last, encode(j.digest, 'hex') AS digest, encode(j.previous, 'hex') AS previous
  FROM unnest($1::bigint[]) WITH ORDINALITY AS c (seq, place)
  LEFT JOIN journal AS j USING (seq)
  ORDER BY c.place

-- readLastRow of journalReader.ts
SELECT seq, epoch, time, format, commands, events, previous, digest
  FROM journal
  ORDER BY seq DESC LIMIT 1

-- lastRowTime of journalReader.ts
SELECT time
  FROM journal
  ORDER BY seq DESC LIMIT 1

-- findJournalEnd of journalReader.ts
SELECT seq, encode(digest, 'hex') AS digest
  FROM journal
  ORDER BY seq DESC LIMIT 1

-- readRow of journalReader.ts
SELECT seq, epoch, time, format, commands, events, previous, digest
  FROM journal
  WHERE seq = $1

-- readRowsAt of journalReader.ts
SELECT seq, epoch, time, format, commands, events, previous, digest
  FROM journal
  WHERE seq = ANY($1::bigint[])
  ORDER BY seq

-- readEvents of journalReader.ts
SELECT seq, time, events
  FROM journal
  WHERE seq > $1
  ORDER BY seq LIMIT $2

-- readRows of journalReader.ts
SELECT seq, epoch, time, format, commands, events, previous, digest
  FROM journal
  WHERE seq > $1 AND seq <= $2
  ORDER BY seq LIMIT $3

-- rowOfTime of journalReader.ts
SELECT min(seq) AS low, max(seq) AS high
  FROM journal

-- rowPlaceAt of journalReader.ts
SELECT time, digest, previous
  FROM journal
  WHERE seq = $1

-- findFrames of journalReader.ts
SELECT events
  FROM journal
  WHERE seq = $1

-- lostRows of lostRows.ts
SELECT coalesce(max(seq), 0) AS last, (SELECT encode(digest, 'hex')
    FROM journal
    WHERE seq = $1::bigint) AS digest
  FROM journal

-- run of projector.ts
SET synchronous_commit = off

-- run of projector.ts
SET plan_cache_mode = force_generic_plan

-- run of projector.ts
SET enable_seqscan = off

-- run of projector.ts
SET jit = off

-- enrol of projector.ts
INSERT INTO projection (name) SELECT unnest($1::text[])
  ON CONFLICT DO NOTHING

-- step of projector.ts
BEGIN

-- step of projector.ts
COMMIT

-- step of projector.ts
UPDATE projection
  SET seq = $1
  WHERE name = ANY($2) AND seq < $1

-- step of projector.ts
COMMIT

-- step of projector.ts
ROLLBACK

-- retry of projector.ts
BEGIN

-- retry of projector.ts
COMMIT

-- retry of projector.ts
ROLLBACK

-- lockWatermarks of projector.ts
SELECT name, seq
  FROM projection
  WHERE name = ANY($1)
  ORDER BY name FOR UPDATE

-- open of replica.ts
SELECT current_schema() AS name

-- open of replica.ts
SET idle_in_transaction_session_timeout = 0

-- open of replica.ts
SET client_min_messages = warning

-- open of replica.ts
CREATE TEMP TABLE ${table} (LIKE ${schema}.${table} INCLUDING ALL)

-- open of replica.ts
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY

-- open of replica.ts
SELECT name, seq
  FROM projection

-- open of replica.ts
SELECT pg_export_snapshot() AS name

-- planForLookups of replica.ts
SET enable_seqscan = ${state === 'on' ? 'off' : 'on'}

-- planForLookups of replica.ts
SET plan_cache_mode = ${state === 'on' ? 'force_generic_plan' : 'auto'}

-- planForLookups of replica.ts
SET jit = off

-- take of replica.ts
SAVEPOINT page

-- take of replica.ts
ROLLBACK TO SAVEPOINT page

-- take of replica.ts
RELEASE SAVEPOINT page

-- differences of replica.ts
SET work_mem = '64MB'

-- differences of replica.ts
ANALYZE pg_temp.${table}

-- differencesOf of replica.ts
SELECT to_jsonb(t) AS told, to_jsonb(m) AS made, count(*) OVER () AS total
  FROM ${rowsOf(this.#schema)} AS t
  FULL JOIN ${rowsOf('pg_temp')} AS m USING (${joined.join(', ')})
  WHERE (t.${joined[0]} IS NULL OR m.${joined[0]} IS NULL OR ROW(${list('t')}) IS DISTINCT FROM ROW(${list('m')}))${swept}
  ORDER BY ${joined.join(', ')} LIMIT 5

-- columnsOf of replica.ts
SELECT a.attname AS name, a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]) AS in_key
  FROM pg_attribute AS a
  JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum

-- takeOrSetAside of setAside.ts
INSERT INTO set_aside (projection, seq, place, event, reason)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (projection, seq, place) DO UPDATE
  SET reason = excluded.reason, tries = set_aside.tries + 1

-- tried of setAside.ts
SAVEPOINT taking

-- tried of setAside.ts
RELEASE SAVEPOINT taking

-- tried of setAside.ts
ROLLBACK TO SAVEPOINT taking

-- tried of setAside.ts
RELEASE SAVEPOINT taking

-- findSetAside of setAside.ts
SELECT projection, seq, place
  FROM set_aside
  WHERE projection = ANY($1)
  ORDER BY seq, place, projection

-- countSetAside of setAside.ts
SELECT count(*) AS count
  FROM set_aside

-- forgetSetAside of setAside.ts
DELETE FROM set_aside
  WHERE projection = $1 AND seq = $2 AND place = $3

-- listSnapshots of snapshot.ts
SELECT seq, time, digest, hash, parts
  FROM snapshot
  WHERE format = $1
  ORDER BY seq DESC

-- readSnapshotState of snapshot.ts
SELECT bytes
  FROM snapshot_part
  WHERE seq = $1 AND part = $2

-- writeSnapshot of snapshot.ts
BEGIN

-- writeSnapshot of snapshot.ts
INSERT INTO snapshot (seq, time, format, digest, hash, parts)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT DO NOTHING

-- writeSnapshot of snapshot.ts
INSERT INTO snapshot_part (seq, part, bytes)
  VALUES ($1, $2, $3)

-- writeSnapshot of snapshot.ts
DELETE FROM snapshot
  WHERE seq < (SELECT min(seq)
    FROM (SELECT seq
      FROM snapshot
      ORDER BY seq DESC LIMIT $1) AS kept)

-- writeSnapshot of snapshot.ts
COMMIT

-- writeSnapshot of snapshot.ts
ROLLBACK
