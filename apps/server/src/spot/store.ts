import { type HolderId, holderRow } from '@truemark/core/ledger/holders'
import { type OrderView, orderStatuses } from '@truemark/core/spot/view'
import type { Event } from '@truemark/core/vocabulary'
import { closeReasons } from '@truemark/core/spot/order'
import type { Projection, StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type NewOrder, type OrderChange, orderRowsOf } from './orderRows.ts'
import { type FillRow, fills, orders } from './tables.ts'

/** Spot orders and each user's fills. */
export const spotProjection: Projection<Event> = {
  name: 'spot',
  wants: ['spotOrderAccepted', 'spotTraded', 'spotOrderAmended', 'spotOrderClosed'],
  apply: async (facts, writer) => {
    const { created, changed, fills: filled } = orderRowsOf(facts)
    await writer.copy(orders, created.map(standing))
    // in the order of the key, so that neighbours go into the same page of the index
    await writer.copy(
      fills,
      filled.toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder)),
    )
    await changeOrders(writer, changed)
  },
}

/** Each field is named: objects that are spread into one another cost several times as much, and there is one an order. */
function standing({ accepted, acceptedAt, changed }: NewOrder): OrderView {
  return {
    order: accepted.order,
    holder: accepted.holder,
    listing: accepted.listing,
    side: accepted.side,
    kind: accepted.kind,
    timeInForce: accepted.timeInForce,
    price: changed.price ?? accepted.price,
    quantity: changed.quantity ?? accepted.quantity,
    budget: BigInt(accepted.budget),
    filled: changed.filled,
    quoteFilled: changed.quoteFilled,
    feePaid: changed.feePaid,
    feeRateMaker: accepted.feeRateMaker,
    feeRateTaker: accepted.feeRateTaker,
    made: changed.made,
    took: changed.took,
    status: changed.status ?? 'new',
    reason: changed.reason,
    acceptedAt,
    updatedAt: changed.updatedAt,
  }
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
export async function findOrders(database: Queryable, filter: OrderFilter): Promise<OrderView[]> {
  const values: unknown[] = [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit]
  const where = ['holder = $1', 'id < $2']
  if (filter.listing !== undefined) where.push(`listing = $${values.push(filter.listing)}`)
  if (filter.status !== undefined) where.push(`status ${filter.status === 'open' ? '=' : '<>'} ${openStatus}`)
  const { rows } = await database.query<StoredOf<typeof orders>>(
    `SELECT * FROM spot_order WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT $3`,
    values,
  )
  return rows.map(orders.read)
}

/** The order with this id, whoever's it is; null where there is none. */
export async function findOrder(database: Queryable, id: number): Promise<OrderView | null> {
  const { rows } = await database.query<StoredOf<typeof orders>>('SELECT * FROM spot_order WHERE id = $1', [id])
  const row = rows[0]
  return row === undefined ? null : orders.read(row)
}

/** The orders with these ids, oldest first. */
export async function findOrdersById(database: Queryable, ids: readonly number[]): Promise<OrderView[]> {
  const { rows } = await database.query<StoredOf<typeof orders>>(
    'SELECT * FROM spot_order WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(orders.read)
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
  const { rows } = await database.query<StoredOf<typeof fills>>(
    `SELECT * FROM spot_fill WHERE holder = $1 AND trade < $2${ofOrder}${ofListing} ORDER BY trade DESC LIMIT $3`,
    values,
  )
  return rows.map(fills.read)
}
