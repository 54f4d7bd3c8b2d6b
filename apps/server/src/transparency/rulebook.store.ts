import { entriesOf } from '../operator/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** A version of the rules and the moment from which on it held. */
export interface RulesInForce {
  readonly version: number
  readonly since: number
}

/** Adds a row where another version, or none, was noted last; the very first is dated `sinceFirst`. Gives what it added. */
export async function addRules(
  database: Queryable,
  { version, since }: RulesInForce,
  sinceFirst: number,
): Promise<RulesInForce[]> {
  const { rows } = await database.query<{ version: number; since: string }>(
    `INSERT INTO rules_in_force (since, version)
     SELECT CASE WHEN EXISTS (SELECT 1 FROM rules_in_force) THEN $2::bigint ELSE $3::bigint END, $1::int
     WHERE $1::int IS DISTINCT FROM (SELECT version FROM rules_in_force ORDER BY since DESC LIMIT 1)
     ON CONFLICT (since) DO NOTHING RETURNING since, version`,
    [version, since, sinceFirst],
  )
  return rows.map((row) => ({ version: row.version, since: integerOf(row.since) }))
}

/** What the audit log says of the rules that held: the same, in a chain. Empty where it was not noted there yet. */
export async function findNotedRules(database: Queryable): Promise<RulesInForce[]> {
  const entries = await entriesOf(database, ['rules_noted'])
  return entries.map(({ detail }) => ({ version: Number(detail['version']), since: Number(detail['since']) }))
}

/** All that were noted, the newest first. */
export async function findRules(database: Queryable): Promise<RulesInForce[]> {
  const { rows } = await database.query<{ version: number; since: string }>(
    'SELECT version, since FROM rules_in_force ORDER BY since DESC LIMIT 1000',
  )
  return rows.map(({ version, since }) => ({ version, since: integerOf(since) }))
}
