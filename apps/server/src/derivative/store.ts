import { holderRow } from '@truemark/core/ledger/holders'
import { derivativeOrderStatuses } from '@truemark/core/derivative/view'
import { endReasons } from '@truemark/core/derivative/words'
import type { Event } from '@truemark/core/vocabulary'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import {
  type NewOrder,
  type NewPosition,
  type OrderChange,
  type PositionChange,
  type Targets,
  derivativeRowsOf,
  ordersWanted,
} from './rows.ts'
import { type StoredOrder, type StoredPosition, fills, orders, positionStatuses, positions } from './tables.ts'

/** Orders, positions and each user's fills of contracts and perpetuals. */
export const derivativeProjection: Projection<Event> = {
  name: 'derivative',
  wants: [
    'derivativeOrderAccepted',
    'derivativeTraded',
    'derivativeOrderRested',
    'derivativeOrderAmended',
    'derivativeOrderCut',
    'derivativeOrderClosed',
    'targetsSet',
    'marginAdded',
    'positionMarked',
    'positionTakenOver',
    'fundingPaid',
  ],
  apply: async (facts, writer) => {
    const known = await targetsOf(writer, ordersWanted(facts))
    const rows = derivativeRowsOf(facts, known)
    await writer.copy(orders, rows.orders.map(standingOrder))
    await writer.copy(positions, rows.positions.map(standingPosition))
    await writer.copy(
      fills,
      rows.fills.toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder)),
    )
    await changeOrders(writer, rows.orderChanges)
    await changePositions(writer, rows.positionChanges)
  },
}

async function targetsOf(writer: Queryable, ids: readonly number[]): Promise<Map<number, Targets>> {
  if (ids.length === 0) return new Map()
  const { rows } = await writer.query<{ id: string; stop_loss: string; take_profit: string }>(
    'SELECT id, stop_loss, take_profit FROM derivative_order WHERE id = ANY($1::bigint[])',
    [ids],
  )
  return new Map(
    rows.map((row) => [
      integerOf(row.id),
      { stopLoss: integerOf(row.stop_loss), takeProfit: integerOf(row.take_profit) },
    ]),
  )
}

function standingOrder({ changed, ...order }: NewOrder): StoredOrder {
  return {
    ...order,
    ...changed,
    price: changed.price ?? order.price,
    lots: changed.lots ?? order.lots,
    hold: order.hold - changed.released,
    stopLoss: changed.stopLoss ?? order.stopLoss,
    takeProfit: changed.takeProfit ?? order.takeProfit,
    status: changed.status ?? 'new',
  }
}

function standingPosition({ changed, ...position }: NewPosition): StoredPosition {
  return {
    ...changed,
    ...position,
    lots: changed.lots ?? 0,
    cost: changed.cost ?? 0n,
    margin: (changed.margin ?? 0n) + changed.marginAdded,
    stopLoss: changed.stopLoss ?? 0,
    takeProfit: changed.takeProfit ?? 0,
    tradeLast: changed.tradeLast ?? position.tradeFirst,
    status: changed.status ?? 'open',
    endedAt: changed.status === null ? null : changed.updatedAt,
  }
}

async function changeOrders(writer: Queryable, changes: readonly OrderChange[]): Promise<void> {
  if (changes.length === 0) return
  const column = <T>(of: (change: OrderChange) => T): T[] => changes.map(of)
  const { rowCount } = await writer.query(
    `UPDATE derivative_order AS o SET
       price = coalesce(c.price, o.price), lots = coalesce(c.lots, o.lots), filled = o.filled + c.filled, quote_filled = o.quote_filled + c.quote_filled,
       fee_paid = o.fee_paid + c.fee_paid, realised = o.realised + c.realised, hold = o.hold - c.released,
       made = o.made OR c.made, took = o.took OR c.took, stop_loss = coalesce(c.stop_loss, o.stop_loss),
       take_profit = coalesce(c.take_profit, o.take_profit), status = coalesce(c.status, o.status),
       reason = coalesce(c.reason, o.reason), updated_at = c.updated_at
     FROM unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::boolean[], $9::boolean[], $10::bigint[], $11::bigint[], $12::smallint[], $13::smallint[], $14::bigint[], $15::bigint[])
       AS c (id, lots, filled, quote_filled, fee_paid, realised, released, made, took, stop_loss, take_profit, status,
         reason, updated_at, price)
     WHERE o.id = c.id`,
    [
      column((change) => change.order),
      column((change) => change.lots),
      column((change) => change.filled),
      column((change) => change.quoteFilled),
      column((change) => change.feePaid),
      column((change) => change.realised),
      column((change) => change.released),
      column((change) => change.made),
      column((change) => change.took),
      column((change) => change.stopLoss),
      column((change) => change.takeProfit),
      column((change) => (change.status === null ? null : derivativeOrderStatuses.indexOf(change.status))),
      column((change) => (change.reason === null ? null : endReasons.indexOf(change.reason))),
      column((change) => change.updatedAt),
      column((change) => change.price),
    ],
  )
  assertChanged('orders', changes, rowCount)
}

async function changePositions(writer: Queryable, changes: readonly PositionChange[]): Promise<void> {
  if (changes.length === 0) return
  const column = <T>(of: (change: PositionChange) => T): T[] => changes.map(of)
  const { rowCount } = await writer.query(
    `UPDATE derivative_position AS p SET
       lots = coalesce(c.lots, p.lots), cost = coalesce(c.cost, p.cost), margin = coalesce(c.margin, p.margin) + c.added,
       lots_opened = p.lots_opened + c.lots_opened, cost_opened = p.cost_opened + c.cost_opened,
       lots_closed = p.lots_closed + c.lots_closed, proceeds = p.proceeds + c.proceeds,
       fee_paid = p.fee_paid + c.fee_paid, realised = p.realised + c.realised, funding = p.funding + c.funding,
       stop_loss = coalesce(c.stop_loss, p.stop_loss), take_profit = coalesce(c.take_profit, p.take_profit),
       trade_last = coalesce(c.trade_last, p.trade_last), status = coalesce(c.status, p.status),
       reason = coalesce(c.reason, p.reason), updated_at = c.updated_at,
       ended_at = CASE WHEN c.status IS NULL THEN p.ended_at ELSE c.updated_at END
     FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
       $15::bigint[], $16::smallint[], $17::smallint[], $18::bigint[])
       AS c (id, lots, cost, margin, added, lots_opened, cost_opened, lots_closed, proceeds, fee_paid, realised, funding,
         stop_loss, take_profit, trade_last, status, reason, updated_at)
     WHERE p.id = c.id`,
    [
      column((change) => change.position),
      column((change) => change.lots),
      column((change) => change.cost),
      column((change) => change.margin),
      column((change) => change.marginAdded),
      column((change) => change.lotsOpened),
      column((change) => change.costOpened),
      column((change) => change.lotsClosed),
      column((change) => change.proceeds),
      column((change) => change.feePaid),
      column((change) => change.realised),
      column((change) => change.funding),
      column((change) => change.stopLoss),
      column((change) => change.takeProfit),
      column((change) => change.tradeLast),
      column((change) => (change.status === null ? null : positionStatuses.indexOf(change.status))),
      column((change) => (change.reason === null ? null : endReasons.indexOf(change.reason))),
      column((change) => change.updatedAt),
    ],
  )
  assertChanged('positions', changes, rowCount)
}

// a tripwire: rows that the journal speaks of and the table lacks
function assertChanged(what: string, changes: readonly { readonly loose: boolean }[], changed: number | null): void {
  const strict = changes.filter(({ loose }) => !loose).length
  if (changed === null || changed < strict)
    throw new Error(`${strict} ${what} changed, but only ${changed} of them have rows`)
}
