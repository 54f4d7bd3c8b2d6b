import type { HolderId } from '@truemark/core/ledger/holders'
import type { RequestKey } from '../platform/http/call.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** By what the engine, and whoever asks it, know a deed. */
export interface BegunKey extends Pick<RequestKey, 'id' | 'route'> {
  /** Among whose keys it stands. */
  readonly holder: HolderId
}

/** What operators have the engine do, noted before it is asked. */
export interface BegunRow extends BegunKey {
  /**
   * The entry of the audit log that says it was done, as JSON, with the digest of the request that it was begun by; null once
   * its outcome is known.
   */
  readonly entry: unknown
  /** Under which action it stands that it was not; null where nothing says so here. */
  readonly refusedAs: string | null
  /** Null while nobody knows; empty once it is done, and else why it was not. */
  readonly outcome: string | null
}

interface Stored {
  holder: string
  route: string
  id: string
  entry: unknown
  refused_as: string | null
  outcome: string | null
}

const columns = 'holder, route, id, entry, refused_as, outcome'

function rowOf({ holder, refused_as: refusedAs, ...told }: Stored): BegunRow {
  return { ...told, holder: integerOf(holder), refusedAs }
}

/**
 * Notes that the engine is about to be asked. What it was asked for before, under the same key, keeps its entry, and is no
 * younger for another request that has come under it.
 */
export async function insertBegun(
  client: Queryable,
  deed: Omit<BegunRow, 'entry' | 'outcome'> & { readonly entry: { readonly digest: string } },
): Promise<BegunRow> {
  const { holder, route, id, entry, refusedAs } = deed
  await client.query(
    `INSERT INTO deed_begun (holder, route, id, entry, refused_as) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (route, id, holder) DO UPDATE SET begun_at = excluded.begun_at
       WHERE deed_begun.outcome IS NULL AND deed_begun.entry ->> 'digest' = excluded.entry ->> 'digest'`,
    [holder, route, id, JSON.stringify(entry), refusedAs],
  )
  const { rows } = await client.query<Stored>(
    `SELECT ${columns} FROM deed_begun WHERE holder = $1 AND route = $2 AND id = $3`,
    [holder, route, id],
  )
  if (rows[0] === undefined) throw new Error('a deed that was begun is not there')
  return rowOf(rows[0])
}

/** What was begun under a key, whosever it is: those of proposals are of one holder each. */
export async function findBegunBy(
  client: Queryable,
  { route, id }: Pick<RequestKey, 'id' | 'route'>,
): Promise<BegunRow | null> {
  const { rows } = await client.query<Stored>(`SELECT ${columns} FROM deed_begun WHERE route = $1 AND id = $2`, [
    route,
    id,
  ])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** A deed whose outcome nobody knows, and whether nobody can still be asking for it. */
interface OpenBegun extends BegunKey {
  readonly isOver: boolean
}

/** What was begun and whose outcome nobody knows, the oldest first; over is what was begun longer ago than `overMs`. */
export async function findOpenBegun(client: Queryable, overMs: number, limit: number): Promise<OpenBegun[]> {
  const { rows } = await client.query<{ holder: string; route: string; id: string; is_over: boolean }>(
    `SELECT holder, route, id, begun_at < extract(epoch FROM clock_timestamp()) * 1000 - $1 AS is_over
     FROM deed_begun WHERE outcome IS NULL ORDER BY begun_at LIMIT $2`,
    [overMs, limit],
  )
  return rows.map(({ holder, route, id, is_over: isOver }) => ({ holder: integerOf(holder), route, id, isOver }))
}

/** Holds a deed whose outcome nobody knows until the transaction ends; null where it is known. */
export async function lockOpenBegun(client: Queryable, { holder, route, id }: BegunKey): Promise<BegunRow | null> {
  const { rows } = await client.query<Stored>(
    `SELECT ${columns} FROM deed_begun WHERE holder = $1 AND route = $2 AND id = $3 AND outcome IS NULL FOR UPDATE`,
    [holder, route, id],
  )
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** Keeps what came of it; of its entry no more than that. */
export async function putOutcome(client: Queryable, { holder, route, id }: BegunKey, outcome: string): Promise<void> {
  await client.query('UPDATE deed_begun SET outcome = $4, entry = NULL WHERE holder = $1 AND route = $2 AND id = $3', [
    holder,
    route,
    id,
    outcome,
  ])
}

/** Forgets what was not done and may be asked for again under the same key. */
export async function removeBegun(client: Queryable, { holder, route, id }: BegunKey): Promise<void> {
  await client.query('DELETE FROM deed_begun WHERE holder = $1 AND route = $2 AND id = $3 AND outcome IS NULL', [
    holder,
    route,
    id,
  ])
}
