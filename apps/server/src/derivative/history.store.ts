import type { HolderId } from '@truemark/core/ledger/holders'
import { sides } from '@truemark/core/book/book'
import { orderKinds, timesInForce } from '@truemark/core/book/orderWords'
import { type DerivativeOrderView, derivativeOrderStatuses } from '@truemark/core/derivative/view'
import {
  type DerivativeProduct,
  type EndReason,
  derivativeProducts,
  endReasons,
  positionKinds,
  positionSides,
  purposes,
} from '@truemark/core/derivative/words'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type FillRow, type PositionStatus, positionStatuses } from './rows.ts'

/** An order as the table has it. */
export interface StoredOrder extends DerivativeOrderView {
  readonly product: DerivativeProduct
}

/** A ticket or a position as the table has it; see `core/derivative/view.ts` for the units. */
export interface StoredPosition {
  readonly position: number
  readonly holder: HolderId
  readonly listing: number
  readonly kind: (typeof positionKinds)[number]
  readonly side: (typeof positionSides)[number]
  readonly multiple: number
  readonly lots: number
  readonly cost: bigint
  readonly margin: bigint
  readonly lotsOpened: number
  readonly costOpened: bigint
  readonly lotsClosed: number
  readonly proceeds: bigint
  readonly feePaid: bigint
  readonly realised: bigint
  readonly funding: bigint
  readonly stopLoss: number
  readonly takeProfit: number
  readonly tradeFirst: number
  readonly tradeLast: number
  readonly status: PositionStatus
  readonly reason: EndReason | null
  readonly openedAt: number
  readonly updatedAt: number
  readonly endedAt: number | null
}

/** A contract order and, once it has opened, its ticket. */
export interface StoredTicket {
  readonly order: StoredOrder
  readonly position: StoredPosition | null
}

interface OrderRow {
  id: string
  holder: HolderId
  listing: number
  product: number
  position_kind: number
  purpose: number
  closes: string
  side: number
  kind: number
  time_in_force: number
  price: string
  lots: number
  filled: number
  quote_filled: string
  multiple: number
  reduce_only: boolean
  hold: string
  fee_rate_maker: number
  fee_rate_taker: number
  fee_paid: string
  realised: string
  stop_loss: string
  take_profit: string
  made: boolean
  took: boolean
  status: number
  reason: number | null
  accepted_at: string
  updated_at: string
}

function orderOf(row: OrderRow): StoredOrder {
  return {
    order: integerOf(row.id),
    holder: row.holder,
    listing: row.listing,
    product: wordAt(derivativeProducts, row.product),
    position: wordAt(positionKinds, row.position_kind),
    purpose: wordAt(purposes, row.purpose),
    closes: integerOf(row.closes),
    side: wordAt(sides, row.side),
    kind: wordAt(orderKinds, row.kind),
    timeInForce: wordAt(timesInForce, row.time_in_force),
    price: integerOf(row.price),
    lots: row.lots,
    filled: row.filled,
    quoteFilled: BigInt(row.quote_filled),
    multiple: row.multiple,
    reduceOnly: row.reduce_only,
    hold: BigInt(row.hold),
    feeRateMaker: row.fee_rate_maker,
    feeRateTaker: row.fee_rate_taker,
    feePaid: BigInt(row.fee_paid),
    realised: BigInt(row.realised),
    stopLoss: integerOf(row.stop_loss),
    takeProfit: integerOf(row.take_profit),
    made: row.made,
    took: row.took,
    status: wordAt(derivativeOrderStatuses, row.status),
    reason: row.reason === null ? null : wordAt(endReasons, row.reason),
    acceptedAt: integerOf(row.accepted_at),
    updatedAt: integerOf(row.updated_at),
  }
}

interface PositionRow {
  id: string
  holder: HolderId
  listing: number
  kind: number
  side: number
  multiple: number
  lots: number
  cost: string
  margin: string
  lots_opened: string
  cost_opened: string
  lots_closed: string
  proceeds: string
  fee_paid: string
  realised: string
  funding: string
  stop_loss: string
  take_profit: string
  trade_first: string
  trade_last: string
  status: number
  reason: number | null
  opened_at: string
  updated_at: string
  ended_at: string | null
}

function positionOf(row: PositionRow): StoredPosition {
  return {
    position: integerOf(row.id),
    holder: row.holder,
    listing: row.listing,
    kind: wordAt(positionKinds, row.kind),
    side: wordAt(positionSides, row.side),
    multiple: row.multiple,
    lots: row.lots,
    cost: BigInt(row.cost),
    margin: BigInt(row.margin),
    lotsOpened: integerOf(row.lots_opened),
    costOpened: BigInt(row.cost_opened),
    lotsClosed: integerOf(row.lots_closed),
    proceeds: BigInt(row.proceeds),
    feePaid: BigInt(row.fee_paid),
    realised: BigInt(row.realised),
    funding: BigInt(row.funding),
    stopLoss: integerOf(row.stop_loss),
    takeProfit: integerOf(row.take_profit),
    tradeFirst: integerOf(row.trade_first),
    tradeLast: integerOf(row.trade_last),
    status: wordAt(positionStatuses, row.status),
    reason: row.reason === null ? null : wordAt(endReasons, row.reason),
    openedAt: integerOf(row.opened_at),
    updatedAt: integerOf(row.updated_at),
    endedAt: row.ended_at === null ? null : integerOf(row.ended_at),
  }
}

export interface HistoryFilter {
  readonly holder: HolderId
  readonly listing?: number | undefined
  /** `history` are those that are done with; all where it is absent. */
  readonly status?: 'history' | undefined
  /** The last of the page before. */
  readonly before?: number | null
  readonly limit: number
}

function conditionsOf({ holder, listing, before, limit }: HistoryFilter): { values: unknown[]; where: string[] } {
  const values: unknown[] = [holder, before ?? Number.MAX_SAFE_INTEGER, limit]
  const where = ['t.holder = $1', 't.id < $2']
  if (listing !== undefined) where.push(`t.listing = $${values.push(listing)}`)
  return { values, where }
}

const newOrder = derivativeOrderStatuses.indexOf('new')
const openPosition = positionStatuses.indexOf('open')
const contract = derivativeProducts.indexOf('contract')
const perpetual = derivativeProducts.indexOf('perpetual')
const opening = purposes.indexOf('open')

/** A holder's perpetual orders that pass the filter, newest first. */
export async function findPerpetualOrders(database: Queryable, filter: HistoryFilter): Promise<StoredOrder[]> {
  const { values, where } = conditionsOf(filter)
  where.push(`t.product = ${perpetual}`)
  if (filter.status !== undefined) where.push(`t.status <> ${newOrder}`)
  const { rows } = await database.query<OrderRow>(
    `SELECT * FROM derivative_order AS t WHERE ${where.join(' AND ')} ORDER BY t.id DESC LIMIT $3`,
    values,
  )
  return rows.map(orderOf)
}

/** A holder's perpetual positions that pass the filter, newest first. */
export async function findPositions(database: Queryable, filter: HistoryFilter): Promise<StoredPosition[]> {
  const { values, where } = conditionsOf(filter)
  where.push(`t.kind <> ${positionKinds.indexOf('ticket')}`)
  if (filter.status !== undefined) where.push(`t.status <> ${openPosition}`)
  const { rows } = await database.query<PositionRow>(
    `SELECT * FROM derivative_position AS t WHERE ${where.join(' AND ')} ORDER BY t.id DESC LIMIT $3`,
    values,
  )
  return rows.map(positionOf)
}

/** A holder's contract orders with their tickets that pass the filter, newest first. */
export async function findTickets(database: Queryable, filter: HistoryFilter): Promise<StoredTicket[]> {
  const { values, where } = conditionsOf(filter)
  where.push(`t.product = ${contract}`, `t.purpose = ${opening}`)
  if (filter.status !== undefined) {
    where.push(`t.status <> ${newOrder}`)
    where.push(`NOT EXISTS (SELECT FROM derivative_position AS p WHERE p.id = t.id AND p.status = ${openPosition})`)
  }
  const { rows } = await database.query<OrderRow>(
    `SELECT * FROM derivative_order AS t WHERE ${where.join(' AND ')} ORDER BY t.id DESC LIMIT $3`,
    values,
  )
  return withTickets(database, rows.map(orderOf))
}

async function withTickets(database: Queryable, orders: readonly StoredOrder[]): Promise<StoredTicket[]> {
  const positions = await findPositionsById(
    database,
    orders.map(({ order }) => order),
  )
  const byId = new Map(positions.map((position) => [position.position, position]))
  return orders.map((order) => ({ order, position: byId.get(order.order) ?? null }))
}

/** The orders with these numbers, whoever's they are. */
export async function findOrdersById(database: Queryable, ids: readonly number[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await database.query<OrderRow>(
    'SELECT * FROM derivative_order WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(orderOf)
}

/** The positions and tickets with these numbers, whoever's they are. */
export async function findPositionsById(database: Queryable, ids: readonly number[]): Promise<StoredPosition[]> {
  if (ids.length === 0) return []
  const { rows } = await database.query<PositionRow>(
    'SELECT * FROM derivative_position WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(positionOf)
}

/** The contract orders with these numbers and their tickets, whoever's they are. */
export async function findTicketsById(database: Queryable, ids: readonly number[]): Promise<StoredTicket[]> {
  const orders = await findOrdersById(database, ids)
  return withTickets(
    database,
    orders.filter(({ product, purpose }) => product === 'contract' && purpose === 'open'),
  )
}

interface FillRecord {
  holder: HolderId
  trade: string
  order_id: string
  closing: string
  opening: string
  purpose: number
  listing: number
  side: number
  maker: boolean
  price: string
  lots: number
  lots_closed: number
  quote_amount: string
  fee: string
  realised: string
  index_tenths: string
  index_time: string
  time: string
}

function fillOf(row: FillRecord): FillRow {
  return {
    holder: row.holder,
    trade: integerOf(row.trade),
    order: integerOf(row.order_id),
    closing: integerOf(row.closing),
    opening: integerOf(row.opening),
    purpose: wordAt(purposes, row.purpose),
    listing: row.listing,
    side: wordAt(sides, row.side),
    maker: row.maker,
    price: integerOf(row.price),
    lots: row.lots,
    lotsClosed: row.lots_closed,
    quoteAmount: BigInt(row.quote_amount),
    fee: BigInt(row.fee),
    realised: BigInt(row.realised),
    indexTenths: integerOf(row.index_tenths),
    indexTime: integerOf(row.index_time),
    time: integerOf(row.time),
  }
}

/** The last fills of an order, newest first. */
export async function findFillsOfOrder(database: Queryable, order: number, limit: number): Promise<FillRow[]> {
  const { rows } = await database.query<FillRecord>(
    'SELECT * FROM derivative_fill WHERE order_id = $1 AND order_id > 0 ORDER BY trade DESC LIMIT $2',
    [order, limit],
  )
  return rows.map(fillOf)
}

/** A fill, and whether a ticket or a perpetual position opened or closed by it. */
export interface ListedFillRow extends FillRow {
  readonly positionKind: (typeof positionKinds)[number]
}

/** A holder's fills, of one listing or of all, newest first, at most `limit`. */
export async function findFillsOfHolder(
  database: Queryable,
  filter: {
    readonly holder: HolderId
    readonly listing: number | undefined
    /** The last trade of the page before. */
    readonly before: number | null
    readonly limit: number
  },
): Promise<ListedFillRow[]> {
  const values: unknown[] = [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit]
  const ofListing = filter.listing === undefined ? '' : ` AND f.listing = $${values.push(filter.listing)}`
  const { rows } = await database.query<FillRecord & { position_kind: number }>(
    `SELECT f.*, p.kind AS position_kind FROM derivative_fill f
       JOIN derivative_position p ON p.id = CASE f.opening WHEN 0 THEN f.closing ELSE f.opening END
     WHERE f.holder = $1 AND f.trade < $2${ofListing} ORDER BY f.trade DESC LIMIT $3`,
    values,
  )
  return rows.map((row) => ({ ...fillOf(row), positionKind: wordAt(positionKinds, row.position_kind) }))
}

/** The last fills that opened or closed a position, newest first. */
export async function findFillsOf(database: Queryable, position: StoredPosition, limit: number): Promise<FillRow[]> {
  const { rows } = await database.query<FillRecord>(
    `SELECT * FROM derivative_fill WHERE holder = $1 AND trade BETWEEN $2 AND $3 AND (closing = $4 OR opening = $4)
     ORDER BY trade DESC LIMIT $5`,
    [position.holder, position.tradeFirst, position.tradeLast, position.position, limit],
  )
  return rows.map(fillOf)
}

const byLiquidation = endReasons.indexOf('liquidation')

/** A holder's orders that a liquidation cancelled from `from` to `to` (exclusive), oldest first. */
export async function findLiquidatedOrders(
  database: Queryable,
  holder: HolderId,
  from: number,
  to: number,
  limit: number,
): Promise<StoredOrder[]> {
  const { rows } = await database.query<OrderRow>(
    `SELECT * FROM derivative_order
     WHERE holder = $1 AND status <> ${newOrder} AND reason = ${byLiquidation} AND updated_at >= $2 AND updated_at < $3
     ORDER BY id LIMIT $4`,
    [holder, from, to, limit],
  )
  return rows.map(orderOf)
}
