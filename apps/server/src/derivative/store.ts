import { holderRow } from '@truemark/core/ledger/holders'
import { sides } from '@truemark/core/book/book'
import { orderKinds, timesInForce } from '@truemark/core/book/orderWords'
import { derivativeOrderStatuses } from '@truemark/core/derivative/view'
import { derivativeProducts, endReasons, positionKinds, positionSides, purposes } from '@truemark/core/derivative/words'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import {
  type FillRow,
  type NewOrder,
  type NewPosition,
  type OrderChange,
  type PositionChange,
  type Targets,
  derivativeRowsOf,
  ordersWanted,
  positionStatuses,
} from './rows.ts'

const orderTarget = `derivative_order (id, holder, listing, product, position_kind, purpose, closes, side, kind,
  time_in_force, price, lots, filled, quote_filled, multiple, reduce_only, hold, fee_rate_maker, fee_rate_taker, fee_paid,
  realised, stop_loss, take_profit, made, took, status, reason, accepted_at, updated_at)`
const positionTarget = `derivative_position (id, holder, listing, kind, side, multiple, lots, cost, margin, lots_opened,
  cost_opened, lots_closed, proceeds, fee_paid, realised, funding, stop_loss, take_profit, trade_first, trade_last, status,
  reason, opened_at, updated_at, ended_at)`
const fillTarget = `derivative_fill (holder, trade, order_id, closing, opening, purpose, listing, side, maker, price, lots,
  lots_closed, quote_amount, fee, realised, index_tenths, index_time, time)`

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
    await writer.copy(orderTarget, orderRows(rows.orders))
    await writer.copy(positionTarget, positionRows(rows.positions))
    await writer.copy(fillTarget, fillRows(rows.fills))
    await changeOrders(writer, rows.orderChanges)
    await changePositions(writer, rows.positionChanges)
  },
}

async function targetsOf(writer: Queryable, orders: readonly number[]): Promise<Map<number, Targets>> {
  if (orders.length === 0) return new Map()
  const { rows } = await writer.query<{ id: string; stop_loss: string; take_profit: string }>(
    'SELECT id, stop_loss, take_profit FROM derivative_order WHERE id = ANY($1::bigint[])',
    [orders],
  )
  return new Map(
    rows.map((row) => [
      integerOf(row.id),
      { stopLoss: integerOf(row.stop_loss), takeProfit: integerOf(row.take_profit) },
    ]),
  )
}

function orderRows(orders: readonly NewOrder[]): BinaryRows {
  const rows = new BinaryRows()
  for (const order of orders) {
    const { changed } = order
    rows.row(29).int8(order.order).holder(order.holder).int2(order.listing)
    rows.int2(derivativeProducts.indexOf(order.product)).int2(positionKinds.indexOf(order.position))
    rows.int2(purposes.indexOf(order.purpose)).int8(order.closes).int2(sides.indexOf(order.side))
    rows
      .int2(orderKinds.indexOf(order.kind))
      .int2(timesInForce.indexOf(order.timeInForce))
      .int8(changed.price ?? order.price)
    rows
      .int4(changed.lots ?? order.lots)
      .int4(changed.filled)
      .int8(changed.quoteFilled)
    rows
      .int2(order.multiple)
      .bool(order.reduceOnly)
      .int8(order.hold - changed.released)
    rows.int4(order.feeRateMaker).int4(order.feeRateTaker).int8(changed.feePaid).int8(changed.realised)
    rows.int8(changed.stopLoss ?? order.stopLoss).int8(changed.takeProfit ?? order.takeProfit)
    rows
      .bool(changed.made)
      .bool(changed.took)
      .int2(derivativeOrderStatuses.indexOf(changed.status ?? 'new'))
    putReason(rows, changed.reason)
    rows.int8(order.acceptedAt).int8(changed.updatedAt)
  }
  return rows
}

function putReason(rows: BinaryRows, reason: OrderChange['reason']): void {
  if (reason === null) rows.null()
  else rows.int2(endReasons.indexOf(reason))
}

function positionRows(positions: readonly NewPosition[]): BinaryRows {
  const rows = new BinaryRows()
  for (const position of positions) {
    const { changed } = position
    rows.row(25).int8(position.position).holder(position.holder).int2(position.listing)
    rows.int2(positionKinds.indexOf(position.kind)).int2(positionSides.indexOf(position.side)).int2(position.multiple)
    rows
      .int4(changed.lots ?? 0)
      .int8(changed.cost ?? 0n)
      .int8((changed.margin ?? 0n) + changed.marginAdded)
    rows.int8(changed.lotsOpened).int8(changed.costOpened).int8(changed.lotsClosed).int8(changed.proceeds)
    rows.int8(changed.feePaid).int8(changed.realised).int8(changed.funding)
    rows.int8(changed.stopLoss ?? 0).int8(changed.takeProfit ?? 0)
    rows.int8(position.tradeFirst).int8(changed.tradeLast ?? position.tradeFirst)
    rows.int2(positionStatuses.indexOf(changed.status ?? 'open'))
    putReason(rows, changed.reason)
    rows.int8(position.openedAt).int8(changed.updatedAt)
    if (changed.status === null) rows.null()
    else rows.int8(changed.updatedAt)
  }
  return rows
}

function fillRows(fills: readonly FillRow[]): BinaryRows {
  const rows = new BinaryRows()
  for (const fill of fills.toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder))) {
    rows.row(18).holder(fill.holder).int8(fill.trade).int8(fill.order).int8(fill.closing).int8(fill.opening)
    rows.int2(purposes.indexOf(fill.purpose)).int2(fill.listing).int2(sides.indexOf(fill.side)).bool(fill.maker)
    rows.int8(fill.price).int4(fill.lots).int4(fill.lotsClosed).int8(fill.quoteAmount).int8(fill.fee)
    rows.int8(fill.realised).int8(fill.indexTenths).int8(fill.indexTime).int8(fill.time)
  }
  return rows
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
