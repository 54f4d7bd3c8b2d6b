import type { WrittenTable } from './writtenTables.ts'
import type { Queryable } from '../postgres/database.ts'
import { integerOf } from '../postgres/integerOf.ts'

/** How many entries up to a place tell of rows taken away, and of rows found when the log began. */
export async function countDeeds(
  database: Queryable,
  place: number,
): Promise<{ readonly taken: number; readonly found: number }> {
  const { rows } = await database.query<{ taken: string; found: string }>(
    `SELECT count(*) FILTER (WHERE deed = 2) AS taken, count(*) FILTER (WHERE deed = 3 AND source <> 'written') AS found
     FROM written WHERE place <= $1`,
    [place],
  )
  return { taken: integerOf(rows[0]?.taken ?? '0'), found: integerOf(rows[0]?.found ?? '0') }
}

/** Has moments and bytes read as texts that hang on no setting, until the transaction ends. */
export async function fixTexts(client: Queryable): Promise<void> {
  await client.query(`SET LOCAL timezone TO 'UTC'`)
  await client.query(`SET LOCAL bytea_output TO 'hex'`)
}

export interface RowDifference {
  /** The row's key, as an object. */
  readonly item: string
  /** Taken out, put in without an entry, or saying something else than its newest entry's digest. */
  readonly kind: 'missing' | 'unwritten' | 'altered'
}

function partOf(columns: readonly string[]): string {
  return `jsonb_build_object(${columns.map((column) => `'${column}', t.${column}`).join(', ')})::text`
}

/** The rows of a table that are not what their newest entries tell, up to `limit` of them. */
export async function findDifferences(
  client: Queryable,
  { name, key, columns }: WrittenTable,
  limit: number,
): Promise<RowDifference[]> {
  const { rows } = await client.query<RowDifference>(
    `WITH newest AS (
       SELECT DISTINCT ON (item) item, deed, salt, digest FROM written WHERE source = $1 ORDER BY item, id DESC),
       stored AS (SELECT ${partOf(key)} AS item, ${partOf(columns)} AS said FROM ${name} AS t)
     SELECT item, CASE WHEN s.said IS NULL THEN 'missing' WHEN n.digest IS NULL THEN 'unwritten' ELSE 'altered' END AS kind
     FROM newest AS n FULL JOIN stored AS s USING (item)
     WHERE CASE WHEN s.said IS NULL THEN n.deed <> 2
       ELSE n.digest IS NULL OR n.digest IS DISTINCT FROM sha256(n.salt || convert_to(s.said, 'UTF8')) END
     ORDER BY item LIMIT $2`,
    [name, limit],
  )
  return rows
}

export interface TableTrigger {
  readonly table: string
  readonly name: string
  readonly calls: string
  readonly enabled: boolean
  readonly arguments: readonly string[]
}

/** The triggers of these tables, the system's own left out. */
export async function findTriggers(client: Queryable, tables: readonly string[]): Promise<TableTrigger[]> {
  const { rows } = await client.query<{
    table: string
    name: string
    calls: string
    enabled: string
    args: Buffer
  }>(
    `SELECT c.relname AS table, t.tgname AS name, p.proname AS calls, t.tgenabled AS enabled, t.tgargs AS args
     FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_proc AS p ON p.oid = t.tgfoid
     WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)
     ORDER BY c.relname, t.tgname`,
    [tables],
  )
  return rows.map(({ table, name, calls, enabled, args }) => ({
    table,
    name,
    calls,
    enabled: enabled === 'O',
    arguments: args.toString('utf8').split('\0').slice(0, -1),
  }))
}
