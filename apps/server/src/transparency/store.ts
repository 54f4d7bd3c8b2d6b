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
    const samples = []
    for (const { event } of facts) {
      if (event.type !== 'indexSampled') continue
      for (const { listing, change, sources, fresh } of event.samples) {
        const index = (last.get(listing) ?? 0) + change
        last.set(listing, index)
        samples.push({ listing, stamp: event.stamp, index, sources, kind: priceKinds.indexOf(event.kind), fresh })
      }
    }
    // a clock that was set back may sample a second twice: the first stands
    const stands = await storedStamps(writer, samples)
    const rows = new BinaryRows()
    for (const { listing, stamp, index, sources, kind, fresh } of samples) {
      const name = `${listing} ${stamp}`
      if (stands.has(name)) continue
      stands.add(name)
      rows.row(6).int2(listing).int8(stamp).int8(index).int2(sources).int2(kind).bool(fresh)
    }
    await writer.copy('index_sample (listing, stamp, index_tenths, sources, kind, fresh)', rows)
    await writer.query(
      `INSERT INTO index_last (listing, index_tenths) SELECT * FROM unnest($1::smallint[], $2::bigint[])
       ON CONFLICT (listing) DO UPDATE SET index_tenths = excluded.index_tenths`,
      [[...last.keys()], [...last.values()]],
    )
  },
}

async function storedStamps(
  client: Queryable,
  samples: readonly { readonly listing: number; readonly stamp: number }[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ listing: number; stamp: string }>(
    `SELECT s.listing, s.stamp FROM index_sample AS s
     JOIN unnest($1::smallint[], $2::bigint[]) AS k (listing, stamp) USING (listing, stamp)`,
    [samples.map(({ listing }) => listing), samples.map(({ stamp }) => stamp)],
  )
  return new Set(rows.map(({ listing, stamp }) => `${listing} ${stamp}`))
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
