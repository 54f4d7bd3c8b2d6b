import { priceKinds } from '@truemark/core/book/mark'
import type { Event } from '@truemark/core/vocabulary'
import { type Projection, type RowOf, type StoredOf, bool, int2, integer, readModel, word } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** The index of each second: tenths of a tick, of how many sources, and what kind of prices they were. */
export const samples = readModel('index_sample', {
  listing: int2(),
  stamp: integer(),
  indexTenths: integer(),
  sources: int2(),
  kind: word(priceKinds),
  fresh: bool(),
})
export type SampleRow = RowOf<typeof samples>

/** The one-second index samples, in full. */
export const indexSampleProjection: Projection<Event> = {
  name: 'index_sample',
  wants: ['indexSampled'],
  apply: async (facts, writer) => {
    const { rows: kept } = await writer.query<{ listing: number; index_tenths: string }>(
      'SELECT listing, index_tenths FROM index_last',
    )
    const last = new Map(kept.map(({ listing, index_tenths }) => [listing, Number(index_tenths)]))
    const sampled: SampleRow[] = []
    for (const { event } of facts) {
      if (event.type !== 'indexSampled') continue
      for (const { listing, change, sources, fresh } of event.samples) {
        const index = (last.get(listing) ?? 0) + change
        last.set(listing, index)
        sampled.push({ listing, stamp: event.stamp, indexTenths: index, sources, kind: event.kind, fresh })
      }
    }
    // a clock that was set back may sample a second twice: the first stands
    const stands = await storedStamps(writer, sampled)
    const added = sampled.filter(({ listing, stamp }) => {
      const name = `${listing} ${stamp}`
      return !stands.has(name) && stands.add(name)
    })
    await writer.copy(samples, added)
    await writer.query(
      `INSERT INTO index_last (listing, index_tenths) SELECT * FROM unnest($1::smallint[], $2::bigint[])
       ON CONFLICT (listing) DO UPDATE SET index_tenths = excluded.index_tenths`,
      [[...last.keys()], [...last.values()]],
    )
  },
}

async function storedStamps(client: Queryable, sampled: readonly SampleRow[]): Promise<Set<string>> {
  const { rows } = await client.query<{ listing: number; stamp: string }>(
    `SELECT s.listing, s.stamp FROM index_sample AS s
     JOIN unnest($1::smallint[], $2::bigint[]) AS k (listing, stamp) USING (listing, stamp)`,
    [sampled.map(({ listing }) => listing), sampled.map(({ stamp }) => stamp)],
  )
  return new Set(rows.map(({ listing, stamp }) => `${listing} ${stamp}`))
}

/** A listing's samples from `from` (inclusive) to `to` (exclusive), oldest first, at most `limit`. */
export async function findSamples(
  database: Queryable,
  listing: number,
  from: number,
  to: number,
  limit: number,
): Promise<SampleRow[]> {
  const { rows } = await database.query<StoredOf<typeof samples>>(
    'SELECT * FROM index_sample WHERE listing = $1 AND stamp >= $2 AND stamp < $3 ORDER BY stamp LIMIT $4',
    [listing, from, to, limit],
  )
  return rows.map(samples.read)
}
