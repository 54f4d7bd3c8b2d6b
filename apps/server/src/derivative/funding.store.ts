import { realms, type Realm, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** Rates of funding, and what each position paid or received. */
export const fundingProjection: Projection<Event> = {
  name: 'funding',
  wants: ['fundingSet', 'fundingPaid'],
  apply: async (facts, writer) => {
    const rates = new BinaryRows()
    const payments = new BinaryRows()
    for (const { event } of facts) {
      if (event.type === 'fundingSet') {
        for (const { realm, listing, rate, premiumRate, samples, markTenths } of event.rates) {
          rates.row(7).int2(realms.indexOf(realm)).int2(listing).int8(event.stamp)
          rates.int4(rate).int4(premiumRate).int4(samples).int8(markTenths)
        }
      } else if (event.type === 'fundingPaid') {
        for (const { position, holder, amount } of event.lines) {
          payments.row(5).holder(holder).int2(event.listing).int8(event.stamp).int8(position).int8(amount)
        }
      }
    }
    await writer.copy('funding_rate (realm, listing, stamp, rate, premium_rate, samples, mark_tenths)', rates)
    await writer.copy('funding_payment (holder, listing, stamp, position_id, amount)', payments)
  },
}

/** The last stamp of a listing in a realm; the rate at 10⁻⁹. */
export interface LastFunding {
  readonly realm: Realm
  readonly listing: number
  readonly stamp: number
  readonly rate: number
}

/** The last stamp of every listing in each realm. */
export async function findLastFundings(database: Queryable): Promise<LastFunding[]> {
  const { rows } = await database.query<{ realm: number; listing: number; stamp: string; rate: number }>(
    'SELECT DISTINCT ON (realm, listing) realm, listing, stamp, rate FROM funding_rate ORDER BY realm, listing, stamp DESC',
  )
  return rows.map((row) => ({
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    stamp: integerOf(row.stamp),
    rate: row.rate,
  }))
}

/** A past stamp of a listing with what a holder's positions were changed by; rates at 10⁻⁹, amounts in units of USDT. */
export interface PastFunding {
  readonly stamp: number
  readonly rate: number
  readonly premiumRate: number
  readonly samples: number
  readonly markTenths: number
  readonly payment: bigint
}

/** A listing's past stamps in a realm with the holder's sum, newest first, older than `before`. */
export async function findFundings(
  database: Queryable,
  holder: HolderId,
  realm: Realm,
  listing: number,
  before: number | null,
  limit: number,
): Promise<PastFunding[]> {
  const { rows } = await database.query<{
    stamp: string
    rate: number
    premium_rate: number
    samples: number
    mark_tenths: string
    payment: string
  }>(
    `SELECT r.stamp, r.rate, r.premium_rate, r.samples, r.mark_tenths, coalesce((
       SELECT sum(p.amount) FROM funding_payment AS p
       WHERE p.holder = $1 AND p.listing = r.listing AND p.stamp = r.stamp), 0)::text AS payment
     FROM funding_rate AS r WHERE r.realm = $2 AND r.listing = $3 AND r.stamp < $4 ORDER BY r.stamp DESC LIMIT $5`,
    [holder, realms.indexOf(realm), listing, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map((row) => ({
    stamp: integerOf(row.stamp),
    rate: row.rate,
    premiumRate: row.premium_rate,
    samples: row.samples,
    markTenths: integerOf(row.mark_tenths),
    payment: BigInt(row.payment),
  }))
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
