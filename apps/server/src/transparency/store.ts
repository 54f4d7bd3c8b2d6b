import { type PriceKind, priceKinds } from '@truemark/core/book/mark'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** The one-second index samples, in full. */
export const indexSampleProjection: Projection<Event> = {
  name: 'index_sample',
  wants: ['indexSampled'],
  apply: async (facts, writer) => {
    const { rows: kept } = await writer.query<{ listing: number; index_tenths: string }>(
      'SELECT listing, index_tenths FROM index_last',
    )
    const last = new Map(kept.map(({ listing, index_tenths }) => [listing, Number(index_tenths)]))
    const rows = new BinaryRows()
    const stamps = new Set<string>()
    for (const { event } of facts) {
      if (event.type !== 'indexSampled') continue
      for (const { listing, change, sources } of event.samples) {
        const index = (last.get(listing) ?? 0) + change
        last.set(listing, index)
        // a clock that was set back may sample a second twice: the first stands
        if (stamps.has(`${listing} ${event.stamp}`)) continue
        stamps.add(`${listing} ${event.stamp}`)
        rows.row(5).int2(listing).int8(event.stamp).int8(index).int2(sources).int2(priceKinds.indexOf(event.kind))
      }
    }
    await writer.copy('index_sample (listing, stamp, index_tenths, sources, kind)', rows)
    await writer.query(
      `INSERT INTO index_last (listing, index_tenths) SELECT * FROM unnest($1::smallint[], $2::bigint[])
       ON CONFLICT (listing) DO UPDATE SET index_tenths = excluded.index_tenths`,
      [[...last.keys()], [...last.values()]],
    )
  },
}

export interface StoredSample {
  readonly stamp: number
  readonly indexTenths: number
  readonly sources: number
  readonly kind: PriceKind
}

/** A listing's samples from `from` (inclusive) to `to` (exclusive), oldest first, at most `limit`. */
export async function findSamples(
  database: Queryable,
  listing: number,
  from: number,
  to: number,
  limit: number,
): Promise<StoredSample[]> {
  const { rows } = await database.query<{ stamp: string; index_tenths: string; sources: number; kind: number }>(
    `SELECT stamp, index_tenths, sources, kind FROM index_sample
     WHERE listing = $1 AND stamp >= $2 AND stamp < $3 ORDER BY stamp LIMIT $4`,
    [listing, from, to, limit],
  )
  return rows.map((row) => ({
    stamp: Number(row.stamp),
    indexTenths: Number(row.index_tenths),
    sources: row.sources,
    kind: wordAt(priceKinds, row.kind),
  }))
}
