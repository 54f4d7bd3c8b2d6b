import { type PriceKind, priceKinds } from '@truemark/core/book/mark'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

export interface SampleRow {
  readonly stamp: number
  readonly indexTenths: number
  readonly sources: number
  readonly fresh: boolean
  readonly kind: PriceKind
}

const samplesMax = 60

/** A listing's recorded seconds from `from` to `to`, both inclusive, oldest first, at most sixty. */
export async function findSeconds(
  database: Queryable,
  listing: number,
  from: number,
  to: number,
): Promise<SampleRow[]> {
  const { rows } = await database.query<FoundSecond>(
    `SELECT stamp, index_tenths, sources, fresh, kind FROM index_sample
     WHERE listing = $1 AND stamp BETWEEN $2 AND $3 ORDER BY stamp LIMIT ${samplesMax}`,
    [listing, from, to],
  )
  return secondsOf(rows)
}

/** Of these seconds the live ones of at least `sources` sources, oldest first, at most `limit`. */
export async function findLiveSeconds(
  database: Queryable,
  listing: number,
  { from, to, sources, limit }: { from: number; to: number; sources: number; limit: number },
): Promise<SampleRow[]> {
  const { rows } = await database.query<FoundSecond>(
    `SELECT stamp, index_tenths, sources, fresh, kind FROM index_sample
     WHERE listing = $1 AND stamp BETWEEN $2 AND $3 AND kind = $4 AND sources >= $5 ORDER BY stamp LIMIT $6`,
    [listing, from, to, priceKinds.indexOf('live'), sources, limit],
  )
  return secondsOf(rows)
}

interface FoundSecond {
  stamp: string
  index_tenths: string
  sources: number
  fresh: boolean
  kind: number
}

function secondsOf(rows: readonly FoundSecond[]): SampleRow[] {
  return rows.map((row) => ({
    stamp: integerOf(row.stamp),
    indexTenths: integerOf(row.index_tenths),
    sources: row.sources,
    fresh: row.fresh,
    kind: wordAt(priceKinds, row.kind),
  }))
}

/** The last recorded second of each listing that has one within a minute before `now`. */
export async function findLastSeconds(database: Queryable, now: number): Promise<Map<number, SampleRow>> {
  const { rows } = await database.query<{
    listing: number
    stamp: string
    index_tenths: string
    sources: number
    fresh: boolean
    kind: number
  }>(
    `SELECT l.id AS listing, s.* FROM listing AS l JOIN LATERAL (
       SELECT stamp, index_tenths, sources, fresh, kind FROM index_sample
       WHERE listing = l.id AND stamp > $1 ORDER BY stamp DESC LIMIT 1
     ) AS s ON true`,
    [now - 60_000],
  )
  return new Map(
    rows.map((row) => [
      row.listing,
      {
        stamp: integerOf(row.stamp),
        indexTenths: integerOf(row.index_tenths),
        sources: row.sources,
        fresh: row.fresh,
        kind: wordAt(priceKinds, row.kind),
      },
    ]),
  )
}
