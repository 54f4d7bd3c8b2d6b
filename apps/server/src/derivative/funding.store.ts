import { realms, type Realm, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import type { Projection, StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type FundingRow, fundingPayments, fundingRates } from './tables.ts'

/** Rates of funding, and what each position paid or received. */
export const fundingProjection: Projection<Event> = {
  name: 'funding',
  wants: ['fundingSet', 'fundingPaid'],
  apply: async (facts, writer) => {
    const rates = facts.flatMap(({ event }) =>
      event.type === 'fundingSet' ? event.rates.map((rate) => ({ ...rate, stamp: event.stamp })) : [],
    )
    const payments = facts.flatMap(({ event }) =>
      event.type === 'fundingPaid'
        ? event.lines.map((line) => ({ ...line, listing: event.listing, stamp: event.stamp }))
        : [],
    )
    await writer.copy(fundingRates, rates)
    await writer.copy(fundingPayments, payments)
  },
}

/** The last stamp of every listing in each realm. */
export async function findLastFundings(database: Queryable): Promise<FundingRow[]> {
  const { rows } = await database.query<StoredOf<typeof fundingRates>>(
    'SELECT DISTINCT ON (realm, listing) * FROM funding_rate ORDER BY realm, listing, stamp DESC',
  )
  return rows.map(fundingRates.read)
}

/** A past stamp of a listing with what a holder's positions were changed by, in units of USDT. */
export interface PastFunding extends FundingRow {
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
  const { rows } = await database.query<StoredOf<typeof fundingRates> & { payment: string }>(
    `SELECT r.*, coalesce((SELECT sum(p.amount) FROM funding_payment AS p
       WHERE p.holder = $1 AND p.listing = r.listing AND p.stamp = r.stamp), 0)::text AS payment
     FROM funding_rate AS r WHERE r.realm = $2 AND r.listing = $3 AND r.stamp < $4 ORDER BY r.stamp DESC LIMIT $5`,
    [holder, realms.indexOf(realm), listing, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map((row) => ({ ...fundingRates.read(row), payment: BigInt(row.payment) }))
}

/** Rates of funding of a listing, newest first: all before a stamp (in both realms), or those of one stamp. */
export async function findFundingRates(
  database: Queryable,
  { listing, before, stamp }: { listing: number; before?: number; stamp?: number },
  limit: number,
): Promise<FundingRow[]> {
  const { rows } = await database.query<StoredOf<typeof fundingRates>>(
    `SELECT * FROM funding_rate
     WHERE listing = $1 AND stamp < $2 AND ($3::bigint IS NULL OR stamp = $3) ORDER BY stamp DESC, realm LIMIT $4`,
    [listing, before ?? Number.MAX_SAFE_INTEGER, stamp ?? null, limit],
  )
  return rows.map(fundingRates.read)
}
