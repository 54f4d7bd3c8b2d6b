import { decode, encode } from '@truemark/core/codec/codec'
import { priceKinds } from '@truemark/core/book/mark'
import {
  type HeardSources,
  type Said,
  heardSourcesCodec,
  namedSourcesCodec,
  unpackSources,
} from '@truemark/core/market/sources'
import type { Event } from '@truemark/core/vocabulary'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What each source said behind each recorded second. */
export const indexSourceProjection: Projection<Event> = {
  name: 'index_source',
  wants: ['sourcesSampled'],
  apply: async (facts, writer) => {
    const rows: { listing: number; stamp: number; said: Buffer }[] = []
    for (const { event } of facts) {
      if (event.type !== 'sourcesSampled') continue
      const { stamp, venues, samples } = event
      for (const sample of samples) {
        rows.push({ listing: sample.listing, stamp, said: Buffer.from(encode(namedSourcesCodec, { venues, sample })) })
      }
    }
    await writer.query(
      `INSERT INTO index_source (listing, stamp, said) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
       ON CONFLICT DO NOTHING`,
      [rows.map(({ listing }) => listing), rows.map(({ stamp }) => stamp), rows.map(({ said }) => said)],
    )
  },
}

/** When each source was heard last before each recorded second. */
export const indexHeardProjection: Projection<Event> = {
  name: 'index_heard',
  wants: ['heardSampled'],
  apply: async (facts, writer) => {
    const heard = facts.flatMap(({ event }) => (event.type === 'heardSampled' ? [event] : []))
    await writer.query(
      `INSERT INTO index_heard (stamp, said) SELECT * FROM unnest($1::bigint[], $2::bytea[]) ON CONFLICT DO NOTHING`,
      [heard.map(({ stamp }) => stamp), heard.map(({ sources }) => Buffer.from(encode(heardSourcesCodec, sources)))],
    )
  },
}

export interface SourcedSecond {
  readonly stamp: number
  readonly indexTenths: number
  readonly said: Said
}

interface SourcedRow {
  stamp: string
  index_tenths: string
  said: Buffer
}

function sourcedOf(row: SourcedRow): SourcedSecond {
  const stamp = integerOf(row.stamp)
  return {
    stamp,
    indexTenths: integerOf(row.index_tenths),
    said: unpackSources(decode(namedSourcesCodec, row.said), stamp),
  }
}

/** A listing's recorded seconds with their sources, from `from` (inclusive) to `to` (exclusive), oldest first. */
export async function findSourced(
  database: Queryable,
  listing: number,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<SourcedSecond[]> {
  const { rows } = await database.query<SourcedRow>(
    `SELECT s.stamp, s.index_tenths, x.said FROM index_source AS x JOIN index_sample AS s USING (listing, stamp)
     WHERE x.listing = $1 AND x.stamp >= $2 AND x.stamp < $3 ORDER BY x.stamp LIMIT $4`,
    [listing, from, to, limit],
  )
  return rows.map(sourcedOf)
}

/** The first live second of a listing that bears its sources, from `from` (inclusive) to `to` (exclusive); null: none. */
export async function findLiveSourced(
  database: Queryable,
  listing: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<SourcedSecond | null> {
  const { rows } = await database.query<SourcedRow>(
    `SELECT s.stamp, s.index_tenths, x.said FROM index_source AS x JOIN index_sample AS s USING (listing, stamp)
     WHERE x.listing = $1 AND x.stamp >= $2 AND x.stamp < $3 AND s.kind = $4 ORDER BY x.stamp LIMIT 1`,
    [listing, from, to, priceKinds.indexOf('live')],
  )
  return rows.map(sourcedOf)[0] ?? null
}

/** When sources were heard, by second, from `from` to `to` (inclusive), at most a minute of them. */
export async function findHeard(
  database: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Map<number, HeardSources>> {
  const { rows } = await database.query<{ stamp: string; said: Buffer }>(
    'SELECT stamp, said FROM index_heard WHERE stamp BETWEEN $1 AND $2 ORDER BY stamp LIMIT 60',
    [from, to],
  )
  return new Map(rows.map(({ stamp, said }) => [integerOf(stamp), decode(heardSourcesCodec, said)]))
}
