-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- loadTables of load.ts
SET idle_in_transaction_session_timeout = 0

-- loadTables of load.ts
BEGIN

-- loadTables of load.ts
COMMIT

-- loadTables of load.ts
ANALYZE

-- findTables of store.ts
SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class AS c
  JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> $1
  GROUP BY c.relname
  ORDER BY c.relname

-- isEmpty of store.ts
SELECT EXISTS (SELECT
    FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace) AS found

-- findReferences of store.ts
SELECT a.relname::text AS of, b.relname::text AS to
  FROM pg_constraint AS f
  JOIN pg_class AS a ON a.oid = f.conrelid
  JOIN pg_class AS b ON b.oid = f.confrelid
  WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND a.relnamespace = current_schema()::regnamespace

-- findSequences of store.ts
SELECT relname::text AS name
  FROM pg_class
  WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
  ORDER BY relname

-- findSequences of store.ts
SELECT last_value::text AS value, is_called AS called
  FROM ${quoted(name)}

-- setSequence of store.ts
SELECT setval($1::regclass, $2::bigint, $3)

-- beginMoment of store.ts
SET idle_in_transaction_session_timeout = 0

-- beginMoment of store.ts
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY

-- beginMoment of store.ts
SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS moment, current_setting('server_version') AS postgres

-- writeAlike of store.ts
SET LOCAL timezone TO 'UTC'

-- writeAlike of store.ts
SET LOCAL datestyle TO 'ISO, YMD'

-- writeAlike of store.ts
SET LOCAL intervalstyle TO 'postgres'

-- writeAlike of store.ts
SET LOCAL bytea_output TO 'hex'

-- writeAlike of store.ts
SET LOCAL extra_float_digits TO 1

-- writeAlike of store.ts
SET LOCAL synchronize_seqscans TO off

-- unwatched of store.ts
SELECT c.relname::text AS of, t.tgname::text AS trigger, t.tgenabled = 'A' AS always
  FROM pg_trigger AS t
  JOIN pg_class AS c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND c.relnamespace = current_schema()::regnamespace

-- unwatched of store.ts
ALTER TABLE ${quoted(of)} DISABLE TRIGGER ${quoted(trigger)}

-- unwatched of store.ts
TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}

-- unwatched of store.ts
ALTER TABLE ${quoted(of)} ENABLE ${always ? 'ALWAYS ' : ''}TRIGGER ${quoted(trigger)}

-- findArchiving of store.ts
SELECT current_setting('archive_mode') = 'on' AS archiving, current_setting('data_directory') AS cluster, current_setting('server_version') AS postgres

-- beginBase of store.ts
SELECT pg_backup_start('truemark', true)

-- endBase of store.ts
SET statement_timeout = '5min'

-- endBase of store.ts
SELECT labelfile AS label
  FROM pg_backup_stop(true)

-- findPiece of store.ts
SELECT pg_walfile_name(pg_current_wal_lsn()) AS name
