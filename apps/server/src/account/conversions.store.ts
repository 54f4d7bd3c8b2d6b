import type { HolderId } from '@truemark/core/ledger/holders'
import { priceKinds } from '@truemark/core/book/mark'
import type { Event } from '@truemark/core/vocabulary'
import type { Projection, RowOf, StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { conversions } from './tables.ts'

/** Exchanges that were made. */
export const conversionProjection: Projection<Event> = {
  name: 'conversion',
  wants: ['converted'],
  apply: async (facts, writer) => {
    const made = facts.flatMap(({ event, time }) => (event.type === 'converted' ? [{ ...event, time }] : []))
    await writer.copy(conversions, made)
  },
}

export interface Conversion extends RowOf<typeof conversions> {
  /** Whether the last sample of the index before it was not a live one; null where there is none. */
  readonly simulated: boolean | null
}

/** A holder's exchanges, newest first, older than `before`. */
export async function findConversions(
  database: Queryable,
  holder: HolderId,
  before: number | null,
  limit: number,
): Promise<Conversion[]> {
  const { rows } = await database.query<StoredOf<typeof conversions> & { simulated: boolean | null }>(
    `SELECT c.*,
       (SELECT s.kind <> $4 FROM index_sample AS s WHERE s.stamp <= c.time AND s.listing =
          (SELECT min(l.id) FROM listing AS l WHERE l.quote = 0 AND l.base IN (c.source, c.target))
        ORDER BY s.stamp DESC LIMIT 1) AS simulated
     FROM conversion AS c WHERE holder = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit, priceKinds.indexOf('live')],
  )
  return rows.map((row) => ({ ...conversions.read(row), simulated: row.simulated }))
}

/** When a holder's exchange was made; null where it is not theirs. */
export async function findConversionTime(
  database: Queryable,
  holder: HolderId,
  number: number,
): Promise<number | null> {
  const { rows } = await database.query<{ time: string }>('SELECT time FROM conversion WHERE id = $1 AND holder = $2', [
    number,
    holder,
  ])
  return rows[0] === undefined ? null : integerOf(rows[0].time)
}
