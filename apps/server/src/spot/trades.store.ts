import type { HolderId } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** One side's trade, by its number, and when its row was written; the fee's rate is null where no order bore one. */
export interface OwnTrade {
  readonly trade: number
  readonly time: number
  readonly listing: number
  readonly feeRate: number | null
}

export interface TradeRow {
  trade: string
  time: string
  listing: number
  fee_rate: number | null
}

export function tradeOf({ trade, time, listing, fee_rate: feeRate }: TradeRow): OwnTrade {
  return { trade: integerOf(trade), time: integerOf(time), listing, feeRate }
}

/** Whose number it is, and which page of its trades is asked for: those after `after`, oldest first. */
export interface TradesAsked {
  readonly holder: HolderId
  readonly number: number
  readonly after: number
  readonly limit: number
}

/** What a holder's spot order traded with the house. */
export async function findSpotTrades(database: Queryable, asked: TradesAsked): Promise<OwnTrade[]> {
  const { rows } = await database.query<TradeRow>(
    `SELECT f.trade, f.time, f.listing, CASE WHEN f.maker THEN o.fee_rate_maker ELSE o.fee_rate_taker END AS fee_rate
     FROM spot_fill AS f JOIN spot_order AS o ON o.id = f.order_id
     WHERE f.holder = $1 AND f.order_id = $2 AND f.trade > $3 AND f.index_tenths > 0 ORDER BY f.trade LIMIT $4`,
    [asked.holder, asked.number, asked.after, asked.limit],
  )
  return rows.map(tradeOf)
}

/** How much a filled order came to, in the listing's steps and smallest units of its quote. */
export interface FilledOrder {
  readonly listing: number
  readonly quantity: number
  readonly quoteAmount: bigint
}

/** How much these spot orders came to. */
export async function filledOf(client: Queryable, orders: readonly number[]): Promise<Map<number, FilledOrder>> {
  if (orders.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; listing: number; filled: string; quote_filled: string }>(
    'SELECT id, listing, filled, quote_filled FROM spot_order WHERE id = ANY($1::bigint[])',
    [orders],
  )
  return new Map(
    rows.map(({ id, listing, filled, quote_filled }) => [
      integerOf(id),
      { listing, quantity: integerOf(filled), quoteAmount: BigInt(quote_filled) },
    ]),
  )
}
