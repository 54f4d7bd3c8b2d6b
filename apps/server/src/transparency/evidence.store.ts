import { priceKinds } from '@truemark/core/book/mark'
import { type StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type SampleRow, samples } from './store.ts'

const samplesMax = 60

/** A listing's recorded seconds from `from` to `to`, both inclusive, oldest first, at most sixty. */
export async function findSeconds(
  database: Queryable,
  listing: number,
  from: number,
  to: number,
): Promise<SampleRow[]> {
  const { rows } = await database.query<StoredOf<typeof samples>>(
    `SELECT * FROM index_sample WHERE listing = $1 AND stamp BETWEEN $2 AND $3 ORDER BY stamp LIMIT ${samplesMax}`,
    [listing, from, to],
  )
  return rows.map(samples.read)
}

/** Of these seconds the live ones of at least `sources` sources, oldest first, at most `limit`. */
export async function findLiveSeconds(
  database: Queryable,
  listing: number,
  { from, to, sources, limit }: { from: number; to: number; sources: number; limit: number },
): Promise<SampleRow[]> {
  const { rows } = await database.query<StoredOf<typeof samples>>(
    `SELECT * FROM index_sample WHERE listing = $1 AND stamp BETWEEN $2 AND $3 AND kind = $4 AND sources >= $5 ORDER BY stamp LIMIT $6`,
    [listing, from, to, priceKinds.indexOf('live'), sources, limit],
  )
  return rows.map(samples.read)
}

/** The last recorded second of each listing that has one within a minute before `now`. */
export async function findLastSeconds(database: Queryable, now: number): Promise<Map<number, SampleRow>> {
  const { rows } = await database.query<StoredOf<typeof samples>>(
    `SELECT s.* FROM listing AS l JOIN LATERAL (
       SELECT * FROM index_sample WHERE listing = l.id AND stamp > $1 ORDER BY stamp DESC LIMIT 1
     ) AS s ON true`,
    [now - 60_000],
  )
  return new Map(rows.map(samples.read).map((row) => [row.listing, row]))
}
