import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** A row of the journal that somebody has seen, by its number and its digest in hex. */
export interface SeenRow {
  readonly seq: number
  readonly digest: string
}

/** The last row that a standby has followed. */
export interface FollowedRow extends SeenRow {
  /** Engine time of the row, UTC milliseconds. */
  readonly time: number
}

/** What an operator does about rows that are gone. */
const lostAdvice =
  'A database that was replaced by a copy that lagged behind loses what was acknowledged last: put back the one that has these rows.'

/** Where the journal lacks rows that were there, in sentences that name them and say what to do; null where `seen` is in it. */
export async function lostRows(database: Queryable, seen: SeenRow): Promise<string | null> {
  if (seen.seq === 0) return null
  const { rows } = await database.query<{ last: string; digest: string | null }>(
    `SELECT coalesce(max(seq), 0) AS last, (SELECT encode(digest, 'hex') FROM journal WHERE seq = $1::bigint) AS digest
     FROM journal`,
    [seen.seq],
  )
  const last = integerOf(rows[0]?.last ?? '0')
  const digest = rows[0]?.digest ?? null
  if (digest === seen.digest) return null
  if (last >= seen.seq)
    return `The journal goes on from before row ${seen.seq}, which is another one now than the one that was there: decide which of the two counts before anything is put back, since the other loses what it has acknowledged.`
  const gone = last + 1 === seen.seq ? `row ${seen.seq} was` : `rows ${last + 1} to ${seen.seq} were`
  return `The journal has lost rows: it ends at row ${last}, and ${gone} there before. ${lostAdvice}`
}
