import { type PriceKind, priceKinds } from '@truemark/core/book/mark'
import { type InvestDirection, investDirections } from '@truemark/core/invest/terms'
import { type Realm, realms } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

export interface JournalRow {
  readonly seq: number
  readonly time: number
  readonly digest: string
  readonly previous: string
}

/** The row of the journal that was written at exactly this moment: rows are in order of time, so the half is halved. */
export async function findJournalRow(database: Queryable, time: number): Promise<JournalRow | null> {
  const { rows } = await database.query<{ low: string | null; high: string | null }>(
    'SELECT min(seq) AS low, max(seq) AS high FROM journal',
  )
  let low = integerOf(rows[0]?.low ?? '1')
  let high = integerOf(rows[0]?.high ?? '0')
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const row = await rowAt(database, middle)
    if (row === null) return null
    if (row.time === time) return row
    if (row.time < time) low = middle + 1
    else high = middle - 1
  }
  return null
}

/** A row of the journal with its digests; null where there is none. */
export async function rowAt(database: Queryable, seq: number): Promise<JournalRow | null> {
  const { rows } = await database.query<{ time: string; digest: Buffer; previous: Buffer }>(
    'SELECT time, digest, previous FROM journal WHERE seq = $1',
    [seq],
  )
  const [row] = rows
  if (row === undefined) return null
  const { digest, previous } = row
  return { seq, time: integerOf(row.time), digest: digest.toString('hex'), previous: previous.toString('hex') }
}

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

/** A product of invest as it was published, and the price that it was settled on (`priced` null: not yet). */
export interface InvestRow {
  readonly realm: Realm
  readonly listing: number
  readonly direction: InvestDirection
  readonly referencePrice: number
  readonly annualRate: number
  readonly days: number
  readonly maturity: number
  readonly priced: {
    /** Null where no price could be had. */
    readonly settlementTenths: number | null
    readonly samples: number
    readonly last: number
  } | null
}

/** The product of somebody's order; null where there is no such order. */
export async function findProductOf(database: Queryable, order: number): Promise<number | null> {
  const { rows } = await database.query<{ product: number }>('SELECT product FROM invest_order WHERE id = $1', [order])
  return rows[0]?.product ?? null
}

/** A product of invest by its number. */
export async function findInvest(database: Queryable, product: number): Promise<InvestRow | null> {
  const { rows } = await database.query<{
    realm: number
    listing: number
    direction: number
    reference_price: string
    annual_rate: string
    days: number
    maturity: string
    settlement_tenths: string | null
    samples: number | null
    last_sample: string | null
  }>(
    `SELECT p.realm, p.listing, p.direction, p.reference_price, p.annual_rate, p.days, p.maturity, s.settlement_tenths,
       s.samples, s.last_sample
     FROM invest_product AS p LEFT JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
     WHERE p.id = $1`,
    [product],
  )
  const [row] = rows
  if (row === undefined) return null
  const tenths = row.settlement_tenths
  return {
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    direction: wordAt(investDirections, row.direction),
    referencePrice: integerOf(row.reference_price),
    annualRate: integerOf(row.annual_rate),
    days: row.days,
    maturity: integerOf(row.maturity),
    priced:
      row.samples === null
        ? null
        : {
            settlementTenths: tenths === null ? null : integerOf(tenths),
            samples: row.samples,
            last: integerOf(row.last_sample ?? '0'),
          },
  }
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

/** In which realm an option was taken. */
export async function findOptionRealm(database: Queryable, order: number): Promise<Realm | null> {
  const { rows } = await database.query<{ realm: number }>('SELECT realm FROM option_order WHERE id = $1', [order])
  return rows[0] === undefined ? null : wordAt(realms, rows[0].realm)
}

/** The number of the first closing of a liquidation, by the number under which its owner knows it. */
export async function findFirstClose(database: Queryable, liquidation: number): Promise<number | null> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT c.id FROM liquidation AS l JOIN liquidation_close AS c
       ON c.holder = l.holder AND (l.position_id = 0 OR c.position_id = l.position_id) AND c.time >= l.time
     WHERE l.id = $1 ORDER BY c.time, c.id LIMIT 1`,
    [liquidation],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].id)
}

export interface FundingRow {
  readonly realm: Realm
  readonly listing: number
  readonly stamp: number
  readonly rate: number
  readonly premiumRate: number
  readonly samples: number
  readonly markTenths: number
}

/** Rates of funding of a listing, newest first: all before a stamp (in both realms), or those of one stamp. */
export async function findFundingRates(
  database: Queryable,
  { listing, before, stamp }: { listing: number; before?: number; stamp?: number },
  limit: number,
): Promise<FundingRow[]> {
  const { rows } = await database.query<{
    realm: number
    listing: number
    stamp: string
    rate: number
    premium_rate: number
    samples: number
    mark_tenths: string
  }>(
    `SELECT realm, listing, stamp, rate, premium_rate, samples, mark_tenths FROM funding_rate
     WHERE listing = $1 AND stamp < $2 AND ($3::bigint IS NULL OR stamp = $3) ORDER BY stamp DESC, realm LIMIT $4`,
    [listing, before ?? Number.MAX_SAFE_INTEGER, stamp ?? null, limit],
  )
  return rows.map((row) => ({
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    stamp: integerOf(row.stamp),
    rate: row.rate,
    premiumRate: row.premium_rate,
    samples: row.samples,
    markTenths: integerOf(row.mark_tenths),
  }))
}

/** The frames of a row of the journal, each the facts of one command; null where there is no such row. */
export async function findFrames(database: Queryable, seq: number): Promise<Uint8Array | null> {
  const { rows } = await database.query<{ events: Buffer }>('SELECT events FROM journal WHERE seq = $1', [seq])
  return rows[0]?.events ?? null
}
