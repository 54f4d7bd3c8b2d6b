import { orderStatuses } from '@truemark/core/spot/view'
import { sides } from '@truemark/core/book/book'
import { type Realm, realms } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** What users turned over in a market since a moment; amounts in smallest units of the quote currency. */
export interface Turnover {
  readonly realm: Realm
  readonly listing: number
  readonly openOrders: number
  readonly volume: bigint
  readonly fees: bigint
}

/**
 * Open orders, and the volume and fees of fills since `from`, by realm and listing. A trade between two users counts
 * once; a fee that was taken in the base currency counts at the price of its fill.
 */
export async function findTurnovers(database: Queryable, from: number): Promise<Turnover[]> {
  const { rows } = await database.query<{
    realm: number
    listing: number
    open_orders: string
    volume: string
    fees: string
  }>(
    `WITH fills AS (
       SELECT h.realm, f.listing, f.trade, max(f.quote_amount) AS quote,
         sum(CASE WHEN f.side = $3 THEN f.fee::numeric * f.quote_amount / nullif((f.quantity::numeric * 10 ^ (c.scale - l.quantity_decimals)), 0)
             ELSE f.fee END) AS fee
       FROM spot_fill AS f JOIN holder AS h USING (holder) JOIN listing AS l ON l.id = f.listing
         JOIN currency AS c ON c.id = l.base
       WHERE f.time >= $1 GROUP BY h.realm, f.listing, f.trade
     ), turned AS (
       SELECT realm, listing, sum(quote) AS volume, floor(sum(fee)) AS fees FROM fills GROUP BY realm, listing
     ), waiting AS (
       SELECT h.realm, o.listing, count(*) AS open_orders FROM spot_order AS o JOIN holder AS h USING (holder)
       WHERE o.status = $2 GROUP BY h.realm, o.listing
     )
     SELECT realm, listing, coalesce(open_orders, 0) AS open_orders, coalesce(volume, 0)::text AS volume,
       coalesce(fees, 0)::text AS fees
     FROM turned FULL JOIN waiting USING (realm, listing)`,
    [from, orderStatuses.indexOf('new'), sides.indexOf('buy')],
  )
  return rows.map((row) => ({
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    openOrders: Number(row.open_orders),
    volume: BigInt(row.volume),
    fees: BigInt(row.fees),
  }))
}
