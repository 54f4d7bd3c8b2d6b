import { type HolderId } from '@truemark/core/ledger/holders'
import { type TermKind, termKinds } from '@truemark/protocol/terms'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** One side's trade, by its number, and when its row was written; the fee's rate is null where no order bore one. */
export interface OwnTrade {
  readonly trade: number
  readonly time: number
  readonly listing: number
  readonly feeRate: number | null
}

interface TradeRow {
  trade: string
  time: string
  listing: number
  fee_rate: number | null
}

function tradeOf({ trade, time, listing, fee_rate: feeRate }: TradeRow): OwnTrade {
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

/** What a holder's derivative order traded, or what opened and closed a position. */
export async function findDerivativeTrades(database: Queryable, asked: TradesAsked): Promise<OwnTrade[]> {
  const { rows } = await database.query<TradeRow>(
    `SELECT f.trade, f.time, f.listing, CASE WHEN f.maker THEN o.fee_rate_maker ELSE o.fee_rate_taker END AS fee_rate
     FROM derivative_fill AS f LEFT JOIN derivative_order AS o ON o.id = f.order_id AND f.order_id > 0
     WHERE f.holder = $1 AND (f.order_id = $2 OR f.closing = $2 OR f.opening = $2) AND f.trade > $3
     ORDER BY f.trade LIMIT $4`,
    [asked.holder, asked.number, asked.after, asked.limit],
  )
  return rows.map(tradeOf)
}

/** When a holder's exchange was made; null where it is not theirs. */
export async function findConversionTime(
  database: Queryable,
  holder: HolderId,
  number: number,
): Promise<number | null> {
  const { rows } = await database.query<{ time: string }>('SELECT time FROM conversion WHERE id = $1 AND holder = $2', [
    number,
    holder,
  ])
  return rows[0] === undefined ? null : integerOf(rows[0].time)
}

/** The row of the journal before `seq` that changed terms of a subject last; null where none did. */
export async function findTermsRow(
  database: Queryable,
  { kind, subject, seq }: { readonly kind: TermKind; readonly subject: string; readonly seq: number },
): Promise<number | null> {
  const { rows } = await database.query<{ seq: string }>(
    'SELECT seq FROM term_change WHERE kind = $1 AND subject = $2 AND seq < $3 ORDER BY number DESC LIMIT 1',
    [termKinds.indexOf(kind), subject, seq],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].seq)
}
