-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- insertFile of files/store.ts
INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8))
  RETURNING id

-- keepFile of files/store.ts
UPDATE file
  SET erase_at = now() + make_interval(days => $2)
  WHERE id = $1

-- findFile of files/store.ts
SELECT id, name, owner, purpose, type, digest
  FROM file
  WHERE id = $1 AND erased_at IS NULL

-- findKeptAfter of files/store.ts
SELECT id, name, owner, purpose, type, digest
  FROM file
  WHERE id > $1 AND erased_at IS NULL
  ORDER BY id LIMIT $2

-- findExpired of files/store.ts
SELECT id, name, owner, purpose, type, digest
  FROM file
  WHERE erase_at < now() AND erased_at IS NULL
  ORDER BY id LIMIT $1

-- markErased of files/store.ts
UPDATE file
  SET erased_at = now()
  WHERE id = $1

-- knownNames of files/store.ts
SELECT name
  FROM file
  WHERE name = ANY($1) AND erased_at IS NULL

-- endFiles of files/store.ts
UPDATE file
  SET erase_at = now()
  WHERE erase_at > now() AND erased_at IS NULL AND id = ANY($1::bigint[])

-- findKnownKeys of keys/store.ts
SELECT purpose, generation, fingerprint
  FROM installation_key

-- noteKnownKey of keys/store.ts
INSERT INTO installation_key (purpose, generation, fingerprint)
  VALUES ($1, $2, $3)
  ON CONFLICT (purpose) DO UPDATE
  SET generation = excluded.generation, fingerprint = excluded.fingerprint

-- findFormerSecret of keys/store.ts
SELECT id_secret
  FROM installation

-- wipeFormerSecret of keys/store.ts
UPDATE installation
  SET id_secret = NULL
  WHERE id_secret IS NOT NULL

-- findRotations of keys/store.ts
SELECT purpose, generation, statement, signatures
  FROM key_rotation
  ORDER BY purpose, generation

-- keepRotation of keys/store.ts
INSERT INTO key_rotation (purpose, generation, statement, signatures)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING

-- tryTake of lead/leadSession.ts
SELECT held.is OR pg_try_advisory_lock($1::int, $2::int) AS taken
  FROM (SELECT EXISTS ( SELECT 1
      FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid() AND objsubid = 2 AND classid = $1::int AND objid = $2::int) AS is) AS held

-- beat of lead/leadSession.ts
SELECT 1

-- end of lead/leadSession.ts
SELECT pg_terminate_backend($1::int)

-- endSilent of lead/leadSession.ts
SELECT pg_terminate_backend(pid) AS ended
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND (pid = $1::int OR application_name LIKE $2) AND EXISTS (SELECT 1
    FROM pg_stat_activity AS a
    WHERE a.pid = $1::int AND (extract(epoch FROM a.state_change) * 1000000)::bigint::text = $3)

-- follow of lead/leadSession.ts
SELECT pg_try_advisory_lock_shared($1::int, $2::int)

-- giveUp of lead/leadSession.ts
SELECT pg_advisory_unlock($1::int, $2::int)

-- findHolders of lead/leadSession.ts
SELECT a.pid AS session, a.application_name AS name, host(a.client_addr) AS address, a.backend_start AS since, (extract(epoch FROM a.state_change) * 1000000)::bigint::text AS beat
  FROM pg_locks AS l
  JOIN pg_stat_activity AS a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid = $1::int AND l.objid = $2::int AND l.database = (SELECT oid
    FROM pg_database
    WHERE datname = current_database()) AND NOT EXISTS ( SELECT 1
    FROM pg_locks AS o
    WHERE o.pid = l.pid AND o.locktype = 'advisory' AND o.granted AND o.objsubid = 2 AND o.classid = $3::int AND o.objid = $4::int)

-- mailSecretsSealed of mail/secretsSealed.store.ts
SELECT id, secrets AS sealed
  FROM outbox
  WHERE id > $1 AND substring(secrets FROM 1 FOR $2) <> $3
  ORDER BY id LIMIT $4

-- mailSecretsSealed of mail/secretsSealed.store.ts
UPDATE outbox
  SET secrets = $3
  WHERE id = $1 AND secrets = $2

-- sealClearMail of mail/secretsSealed.store.ts
SELECT id, params
  FROM outbox
  WHERE secrets IS NULL
  ORDER BY id FOR UPDATE

-- sealClearMail of mail/secretsSealed.store.ts
UPDATE outbox
  SET params = $2, secrets = $3
  WHERE id = $1

-- insertMessage of mail/store.ts
SELECT nextval(pg_get_serial_sequence('outbox', 'id')) AS id

-- insertMessage of mail/store.ts
INSERT INTO outbox (id, channel, recipient, template, locale, params, secrets, state) OVERRIDING SYSTEM VALUE
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)

-- keepUncarried of mail/store.ts
UPDATE outbox
  SET state = 'outbox'
  WHERE state = 'waiting' AND channel = ANY($1)

-- takeDue of mail/store.ts
UPDATE outbox
  SET attempts = attempts + 1, due_at = now() + interval '20 seconds' * (2 ^ LEAST(attempts, 8))
  WHERE id IN (SELECT id
    FROM outbox
    WHERE state = 'waiting' AND channel = ANY($2) AND due_at <= now()
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING id, channel, recipient, template, locale, params, secrets, state, attempts, fault, created_at

-- markSent of mail/store.ts
UPDATE outbox
  SET state = 'sent', sent_at = now(), fault = NULL, params = '{}', secrets = NULL
  WHERE id = $1

-- markFault of mail/store.ts
UPDATE outbox
  SET fault = $2, state = CASE WHEN attempts >= 8 THEN 'failed' ELSE state END
  WHERE id = $1

-- listMessages of mail/store.ts
SELECT id, channel, recipient, template, locale, params, secrets, state, attempts, fault, created_at
  FROM outbox
  WHERE $2::bigint IS NULL OR id < $2
  ORDER BY id DESC LIMIT $1

-- countUnsent of mail/store.ts
SELECT channel, count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed, trunc(extract(epoch FROM coalesce(now() - min(created_at) FILTER (WHERE state = 'waiting'), '0'))) AS oldest
  FROM outbox
  GROUP BY channel
  ORDER BY channel

-- eraseOld of mail/store.ts
DELETE FROM outbox
  WHERE created_at < now() - interval '7 days'

-- archiveFailing of postgres/archive.ts
SELECT CASE WHEN current_setting('archive_mode') = 'off' THEN NULL WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN extract(epoch FROM now() - coalesce(last_archived_time, stats_reset))::float8 ELSE 0 END AS seconds
  FROM pg_stat_archiver

-- runTransaction of postgres/database.ts
BEGIN

-- runTransaction of postgres/database.ts
COMMIT

-- runTransaction of postgres/database.ts
ROLLBACK

-- checkServer of postgres/durability.ts
SELECT name, setting
  FROM pg_settings
  WHERE name = ANY($1)

-- countUnwaited of postgres/durability.ts
SELECT count(*) AS count
  FROM pg_stat_replication
  WHERE current_setting('synchronous_standby_names') = '' AND coalesce(application_name, '') <> ALL($1::text[]) AND NOT EXISTS (SELECT 1
    FROM pg_replication_slots AS slot
    WHERE slot.active_pid = pg_stat_replication.pid AND slot.slot_type = 'logical')

-- openFor of postgres/embedded.ts
SELECT 1
  FROM pg_database
  WHERE datname = $1

-- openFor of postgres/embedded.ts
CREATE DATABASE truemark

-- markDatabase of postgres/halfRestored.ts
CREATE TABLE restore_unfinished (since timestamptz NOT NULL DEFAULT now())

-- unmarkDatabase of postgres/halfRestored.ts
DROP TABLE restore_unfinished

-- refuseMarkedDatabase of postgres/halfRestored.ts
SELECT to_regclass($1) IS NOT NULL AS found

-- migrate of postgres/migrate.ts
SELECT pg_advisory_lock($1)

-- migrate of postgres/migrate.ts
CREATE TABLE IF NOT EXISTS migration ( number int PRIMARY KEY, file text NOT NULL, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())

-- findApplied of postgres/migrate.ts
SELECT number, file, digest
  FROM migration
  ORDER BY number

-- refuseOtherTables of postgres/migrate.ts
SELECT to_regclass('migration') IS NOT NULL AS known

-- apply of postgres/migrate.ts
BEGIN

-- apply of postgres/migrate.ts
INSERT INTO migration (number, file, digest)
  VALUES ($1, $2, $3)

-- apply of postgres/migrate.ts
COMMIT

-- apply of postgres/migrate.ts
ROLLBACK

-- endWithPeer of postgres/peerGone.ts
SELECT set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false), set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '5000', false)

-- keepReceiptRows of receipts.store.ts
SET LOCAL synchronous_commit = off

-- keepReceiptRows of receipts.store.ts
INSERT INTO receipt_row (seq, time, leaves) SELECT *
  FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
  ON CONFLICT DO NOTHING

-- findReceiptLeaves of receipts.store.ts
SELECT leaves
  FROM receipt_row
  WHERE seq = $1

-- eraseReceiptRows of receipts.store.ts
DELETE FROM receipt_row
  WHERE time < $1

-- countDeeds of written/rows.store.ts
SELECT count(*) FILTER (WHERE deed = 2) AS taken, count(*) FILTER (WHERE deed = 3 AND source <> 'written') AS found
  FROM written
  WHERE place <= $1

-- fixTexts of written/rows.store.ts
SET LOCAL timezone TO 'UTC'

-- fixTexts of written/rows.store.ts
SET LOCAL bytea_output TO 'hex'

-- findDifferences of written/rows.store.ts
WITH newest AS ( SELECT DISTINCT ON (item) item, deed, salt, digest
    FROM written
    WHERE source = $1
    ORDER BY item, id DESC), stored AS (SELECT ${partOf(key)} AS item, ${partOf(columns)} AS said
    FROM ${name} AS t) SELECT item, CASE WHEN s.said IS NULL THEN 'missing' WHEN n.digest IS NULL THEN 'unwritten' ELSE 'altered' END AS kind
  FROM newest AS n
  FULL JOIN stored AS s USING (item)
  WHERE CASE WHEN s.said IS NULL THEN n.deed <> 2 ELSE n.digest IS NULL OR n.digest IS DISTINCT FROM sha256(n.salt || convert_to(s.said, 'UTF8')) END
  ORDER BY item LIMIT $2

-- findTriggers of written/rows.store.ts
SELECT c.relname AS table, t.tgname AS name, p.proname AS calls, t.tgenabled AS enabled, t.tgargs AS args
  FROM pg_trigger AS t
  JOIN pg_class AS c ON c.oid = t.tgrelid
  JOIN pg_proc AS p ON p.oid = t.tgfoid
  WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)
  ORDER BY c.relname, t.tgname

-- findOwnUnsealed of written/written.store.ts
SELECT id, source, item, deed, time, digest
  FROM written
  WHERE mac IS NULL AND transaction = pg_current_xact_id_if_assigned()
  ORDER BY id

-- findUnsealed of written/written.store.ts
SELECT id, source, item, deed, time, digest
  FROM written
  WHERE mac IS NULL AND id > $1
  ORDER BY id LIMIT $2

-- setSeals of written/written.store.ts
UPDATE written AS w
  SET mac = s.mac
  FROM unnest($1::bigint[], $2::bytea[]) AS s (id, mac)
  WHERE w.id = s.id

-- insertMark of written/written.store.ts
INSERT INTO written (source, item, deed, time, digest)
  VALUES ('written', $1, 3, $2, $3)

-- findMarks of written/written.store.ts
SELECT id, source, item, deed, time, digest, mac, place, chain
  FROM written
  WHERE source = 'written'
  ORDER BY id

-- findChained of written/written.store.ts
SELECT id, source, item, deed, time, digest, mac, place, chain
  FROM written
  WHERE place > $1
  ORDER BY place LIMIT $2

-- findUnchained of written/written.store.ts
SELECT id, source, item, deed, time, digest, mac, place, chain
  FROM written
  WHERE place IS NULL AND id > $1
  ORDER BY id LIMIT $2

-- findChainEnd of written/written.store.ts
SELECT place, chain
  FROM written
  WHERE place IS NOT NULL
  ORDER BY place DESC LIMIT 1

-- findChainAt of written/written.store.ts
SELECT chain
  FROM written
  WHERE place = $1

-- lockChain of written/written.store.ts
SELECT pg_advisory_xact_lock(7201981)

-- setPlaces of written/written.store.ts
UPDATE written AS w
  SET place = s.place, chain = s.chain
  FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS s (id, place, chain)
  WHERE w.id = s.id

-- findSchemaNumber of written/written.store.ts
SELECT max(number) AS number
  FROM migration

-- isChainNoted of written/written.store.ts
SELECT 1
  FROM audit
  WHERE action = 'written_noted' LIMIT 1
