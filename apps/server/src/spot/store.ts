import { type HolderId, holderRow } from '@truemark/core/ledger/holders'
import { type OrderView, orderStatuses } from '@truemark/core/spot/view'
import { type Side, sides } from '@truemark/core/book/book'
import type { Event } from '@truemark/core/vocabulary'
import { closeReasons, orderKinds, timesInForce } from '@truemark/core/spot/order'
import { BinaryRows, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type FillRow, type NewOrder, type OrderChange, orderRowsOf } from './orderRows.ts'

const orderTarget = `spot_order (id, holder, listing, side, kind, time_in_force, price, quantity, budget, filled,
  quote_filled, fee_paid, fee_rate_maker, fee_rate_taker, made, took, status, reason, accepted_at, updated_at)`
const fillTarget = `spot_fill (holder, trade, order_id, listing, side, maker, price, quantity, quote_amount, fee,
  index_tenths, index_time, time)`

/** Spot orders and each user's fills. */
export const spotProjection: Projection<Event> = {
  name: 'spot',
  wants: ['spotOrderAccepted', 'spotTraded', 'spotOrderAmended', 'spotOrderClosed'],
  apply: async (facts, writer) => {
    const { created, changed, fills } = orderRowsOf(facts)
    await writer.copy(orderTarget, createdRows(created))
    await writer.copy(fillTarget, fillRows(fills))
    await changeOrders(writer, changed)
  },
}

function createdRows(created: readonly NewOrder[]): BinaryRows {
  const rows = new BinaryRows()
  for (const order of created) {
    const { changed } = order
    rows.row(20).int8(order.order).holder(order.holder).int2(order.listing).int2(sides.indexOf(order.side))
    rows.int2(orderKinds.indexOf(order.kind)).int2(timesInForce.indexOf(order.timeInForce))
    rows
      .int8(changed.price ?? order.price)
      .int8(changed.quantity ?? order.quantity)
      .int8(order.budget)
    rows.int8(changed.filled).int8(changed.quoteFilled).int8(changed.feePaid)
    rows.int4(order.feeRateMaker).int4(order.feeRateTaker).bool(changed.made).bool(changed.took)
    rows.int2(orderStatuses.indexOf(changed.status ?? 'new'))
    if (changed.reason === null) rows.null()
    else rows.int2(closeReasons.indexOf(changed.reason))
    rows.int8(order.acceptedAt).int8(changed.updatedAt)
  }
  return rows
}

function fillRows(fills: readonly FillRow[]): BinaryRows {
  const rows = new BinaryRows()
  for (const fill of fills.toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder))) {
    rows.row(13).holder(fill.holder).int8(fill.trade).int8(fill.order).int2(fill.listing).int2(sides.indexOf(fill.side))
    rows.bool(fill.maker).int8(fill.price).int8(fill.quantity).int8(fill.quoteAmount).int8(fill.fee)
    rows.int8(fill.indexTenths).int8(fill.indexTime).int8(fill.time)
  }
  return rows
}

async function changeOrders(writer: Queryable, changed: readonly OrderChange[]): Promise<void> {
  if (changed.length === 0) return
  const column = <T>(of: (change: OrderChange) => T): T[] => changed.map(of)
  const { rowCount } = await writer.query(
    `UPDATE spot_order AS o SET
       price = coalesce(c.price, o.price), quantity = coalesce(c.quantity, o.quantity),
       filled = o.filled + c.filled, quote_filled = o.quote_filled + c.quote_filled, fee_paid = o.fee_paid + c.fee_paid,
       made = o.made OR c.made, took = o.took OR c.took,
       status = coalesce(c.status, o.status), reason = coalesce(c.reason, o.reason), updated_at = c.updated_at
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[],
       $8::boolean[], $9::smallint[], $10::smallint[], $11::bigint[])
       AS c (id, price, quantity, filled, quote_filled, fee_paid, made, took, status, reason, updated_at)
     WHERE o.id = c.id`,
    [
      column((change) => change.order),
      column((change) => change.price),
      column((change) => change.quantity),
      column((change) => change.filled),
      column((change) => change.quoteFilled),
      column((change) => change.feePaid),
      column((change) => change.made),
      column((change) => change.took),
      column((change) => (change.status === null ? null : orderStatuses.indexOf(change.status))),
      column((change) => (change.reason === null ? null : closeReasons.indexOf(change.reason))),
      column((change) => change.updatedAt),
    ],
  )
  if (rowCount !== changed.length)
    throw new Error(`${changed.length} orders changed, but ${rowCount} of them have rows`)
}

/** An order as the table has it: the engine's view, and the fee rates that were fixed when it was accepted. */
export interface StoredOrder extends OrderView {
  readonly feeRateMaker: number
  readonly feeRateTaker: number
}

interface OrderRow {
  id: string
  holder: HolderId
  listing: number
  side: number
  kind: number
  time_in_force: number
  price: string
  quantity: string
  budget: string
  filled: string
  quote_filled: string
  fee_paid: string
  fee_rate_maker: number
  fee_rate_taker: number
  made: boolean
  took: boolean
  status: number
  reason: number | null
  accepted_at: string
  updated_at: string
}

export interface OrderFilter {
  readonly holder: HolderId
  readonly listing?: number | undefined
  /** `open` are those that may still trade, `history` those that are done with. */
  readonly status?: 'open' | 'history' | undefined
  /** The last order of the page before. */
  readonly before?: number | null
  readonly limit: number
}

const openStatus = orderStatuses.indexOf('new')

/** A holder's orders that pass the filter, newest first, at most `limit`. */
export async function findOrders(database: Queryable, filter: OrderFilter): Promise<StoredOrder[]> {
  const values: unknown[] = [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit]
  const where = ['holder = $1', 'id < $2']
  if (filter.listing !== undefined) where.push(`listing = $${values.push(filter.listing)}`)
  if (filter.status !== undefined) where.push(`status ${filter.status === 'open' ? '=' : '<>'} ${openStatus}`)
  const { rows } = await database.query<OrderRow>(
    `SELECT * FROM spot_order WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT $3`,
    values,
  )
  return rows.map(orderOf)
}

/** The order with this id, whoever's it is; null where there is none. */
export async function findOrder(database: Queryable, id: number): Promise<StoredOrder | null> {
  const { rows } = await database.query<OrderRow>('SELECT * FROM spot_order WHERE id = $1', [id])
  const row = rows[0]
  return row === undefined ? null : orderOf(row)
}

/** The orders with these ids, oldest first. */
export async function findOrdersById(database: Queryable, ids: readonly number[]): Promise<StoredOrder[]> {
  const { rows } = await database.query<OrderRow>('SELECT * FROM spot_order WHERE id = ANY($1::bigint[]) ORDER BY id', [
    ids,
  ])
  return rows.map(orderOf)
}

function orderOf(row: OrderRow): StoredOrder {
  return {
    order: integerOf(row.id),
    holder: row.holder,
    listing: row.listing,
    side: wordAt(sides, row.side),
    kind: wordAt(orderKinds, row.kind),
    timeInForce: wordAt(timesInForce, row.time_in_force),
    price: integerOf(row.price),
    quantity: integerOf(row.quantity),
    budget: BigInt(row.budget),
    filled: integerOf(row.filled),
    quoteFilled: BigInt(row.quote_filled),
    feePaid: BigInt(row.fee_paid),
    feeRateMaker: row.fee_rate_maker,
    feeRateTaker: row.fee_rate_taker,
    made: row.made,
    took: row.took,
    status: wordAt(orderStatuses, row.status),
    reason: row.reason === null ? null : wordAt(closeReasons, row.reason),
    acceptedAt: integerOf(row.accepted_at),
    updatedAt: integerOf(row.updated_at),
  }
}

export interface FillFilter {
  readonly holder: HolderId
  readonly order?: number | undefined
  readonly listing?: number | undefined
  /** The last trade of the page before. */
  readonly before?: number | null | undefined
  readonly limit: number
}

/** A holder's fills, of one order or listing or of all, newest first, at most `limit`. */
export async function findFills(database: Queryable, filter: FillFilter): Promise<FillRow[]> {
  const values: unknown[] = [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit]
  const ofOrder = filter.order === undefined ? '' : ` AND order_id = $${values.push(filter.order)}`
  const ofListing = filter.listing === undefined ? '' : ` AND listing = $${values.push(filter.listing)}`
  const { rows } = await database.query<StoredFill>(
    `SELECT * FROM spot_fill WHERE holder = $1 AND trade < $2${ofOrder}${ofListing} ORDER BY trade DESC LIMIT $3`,
    values,
  )
  return rows.map(fillOf)
}

interface StoredFill {
  holder: HolderId
  trade: string
  order_id: string
  listing: number
  side: number
  maker: boolean
  price: string
  quantity: string
  quote_amount: string
  fee: string
  index_tenths: string
  index_time: string
  time: string
}

function fillOf(row: StoredFill): FillRow {
  const side: Side = wordAt(sides, row.side)
  return {
    holder: row.holder,
    trade: integerOf(row.trade),
    order: integerOf(row.order_id),
    listing: row.listing,
    side,
    maker: row.maker,
    price: integerOf(row.price),
    quantity: integerOf(row.quantity),
    quoteAmount: BigInt(row.quote_amount),
    fee: BigInt(row.fee),
    indexTenths: integerOf(row.index_tenths),
    indexTime: integerOf(row.index_time),
    time: integerOf(row.time),
  }
}
