import type { Database } from '../../apps/server/src/platform/postgres/database.ts'

/**
 * What refusals may leave behind, each for what it is: tries that are counted, codes that were asked for, challenges that
 * were given out, times at which somebody was seen; and what the server does by itself meanwhile.
 */
const passedBy: ReadonlyMap<string, string> = new Map([
  ['sign_in_failure', 'counts tries'],
  ['code_traffic', 'counts codes that were asked for'],
  ['verification_code', 'counts tries of a code'],
  ['passkey_challenge', 'challenges that were given out'],
  ['session', 'when it was seen last'],
  ['operator_session', 'when it was seen last'],
  ['file', 'an image before a refused one waits as a draft, which the sweep erases'],
  ['audit', 'what an operator tried stands there, with the refusal in an entry after it'],
  ['snapshot', 'made by the engine by itself'],
  ['snapshot_part', 'made by the engine by itself'],
  ['projection', 'how far the read models are'],
])

/** When a person was last here; when a program's key was used last, and from where. */
const seenOf = (table: string): string => (table === 'api_key' ? `ARRAY['used_at', 'used_from']` : `ARRAY['active_at']`)

/**
 * The log of what was written has entries of what is passed by, too: a first image, whose second one is refused. What an
 * operator does alone is counted before the engine is asked, and taken back where it refuses: both stand in it, and
 * nothing in the tables.
 */
const takenBack = ['operator_completion', 'operator_alone']
const unread = [...passedBy.keys(), ...takenBack].map((name) => `'${name}'`).join(', ')
const writtenOfOthers = `WHERE source NOT IN (${unread})`

/** What there is at a moment: the journal's head, and a digest of each table. */
export type Standing = ReadonlyMap<string, string>

/** Reads the head of the journal and digests every other table that a refusal must leave as it is. */
export async function standingOf(database: Database): Promise<Standing> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
  )
  const standing = new Map<string, string>()
  const { rows: heads } = await database.query<{ head: string }>(
    `SELECT seq || ' ' || encode(digest, 'hex') AS head FROM journal ORDER BY seq DESC LIMIT 1`,
  )
  standing.set('journal', heads[0]?.head ?? '')
  for (const { name } of tables) {
    if (name === 'journal' || passedBy.has(name)) continue
    const { rows } = await database.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(d, '' ORDER BY d)), '') AS digest 
       FROM (SELECT md5((to_jsonb(t) - ${seenOf(name)})::text) AS d FROM "${name}" t
             ${name === 'written' ? writtenOfOthers : ''}) AS digests`,
    )
    standing.set(name, rows[0]?.digest ?? '')
  }
  return standing
}

/** The names of what is not as it was. */
export function changesIn(before: Standing, after: Standing): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name)
}
