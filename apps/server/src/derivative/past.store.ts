import { type PositionKind, positionKinds, positionSides, purposes } from '@truemark/core/derivative/words'
import { type HolderId, realms, userHolderMin } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type OwnTrade, type TradeRow, type TradesAsked, tradeOf } from '../spot/door.ts'

/** What kind these positions are. */
export async function kindsOfPositions(
  client: Queryable,
  positions: readonly number[],
): Promise<Map<number, PositionKind>> {
  if (positions.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; kind: number }>(
    'SELECT id, kind FROM derivative_position WHERE id = ANY($1::bigint[])',
    [positions],
  )
  return new Map(rows.map(({ id, kind }) => [integerOf(id), wordAt(positionKinds, kind)]))
}

/** Whether any real account has a position open in contracts or perpetuals. */
export async function hasRealPositions(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM derivative_position AS p JOIN holder AS h ON h.holder = p.holder
     WHERE p.ended_at IS NULL AND p.holder >= $1 AND h.realm = $2 LIMIT 1`,
    [userHolderMin, realms.indexOf('real')],
  )
  return rows.length > 0
}

/** A holder's position as it was with all trades up to a time. */
export interface PositionThen {
  readonly side: (typeof positionSides)[number]
  readonly lots: number
  readonly opened: number
}

/**
 * What a holder's position was with its trades up to a time (UTC ms), those after `trades` left out; null where it is
 * not theirs.
 */
export async function findPositionThen(
  database: Queryable,
  { holder, position, time, later }: { holder: HolderId; position: number; time: number; later: readonly number[] },
): Promise<PositionThen | null> {
  const { rows } = await database.query<{ side: number; opened_at: string; lots: string | null }>(
    `SELECT p.side, p.opened_at, sum(CASE WHEN f.opening = p.id THEN f.lots - f.lots_closed ELSE 0 END
       - CASE WHEN f.closing = p.id THEN f.lots_closed ELSE 0 END) AS lots
     FROM derivative_position AS p LEFT JOIN derivative_fill AS f ON f.holder = p.holder
       AND f.trade BETWEEN p.trade_first AND p.trade_last AND f.time <= $3 AND NOT f.trade = ANY($4::bigint[])
     WHERE p.id = $2 AND p.holder = $1 GROUP BY p.id`,
    [holder, position, time, [...later]],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    side: wordAt(positionSides, row.side),
    lots: integerOf(row.lots ?? '0'),
    opened: integerOf(row.opened_at),
  }
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

/** What trades of some purposes closed of a position: lots in hundredths, proceeds in units of USDT. */
export interface Closing {
  readonly side: (typeof positionSides)[number]
  readonly lotsClosed: number
  readonly proceeds: bigint
  /** When nothing was left of the position; null while it is being closed. */
  readonly endedAt: number | null
}

/** What was closed of a position for these purposes; null where there is no such position. */
export async function findClosing(
  database: Queryable,
  position: number,
  closedFor: readonly (typeof purposes)[number][],
): Promise<Closing | null> {
  const { rows } = await database.query<{ side: number; lots: string; proceeds: string; ended_at: string | null }>(
    `SELECT p.side, p.ended_at, coalesce(f.lots, 0) AS lots, coalesce(f.proceeds, 0) AS proceeds
     FROM derivative_position AS p, LATERAL (
       SELECT sum(lots) AS lots, sum(quote_amount) AS proceeds FROM derivative_fill
       WHERE holder = p.holder AND trade BETWEEN p.trade_first AND p.trade_last AND closing = p.id AND purpose = ANY($2)
     ) AS f
     WHERE p.id = $1`,
    [position, closedFor.map((purpose) => purposes.indexOf(purpose))],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    side: wordAt(positionSides, row.side),
    lotsClosed: integerOf(row.lots),
    proceeds: BigInt(row.proceeds),
    endedAt: row.ended_at === null ? null : integerOf(row.ended_at),
  }
}
