import type { HolderId } from '@truemark/core/ledger/holders'
import { derivativeOrderStatuses } from '@truemark/core/derivative/view'
import { derivativeProducts, endReasons, positionKinds, purposes } from '@truemark/core/derivative/words'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import type { StoredOf } from '../engine/door.ts'
import {
  type FillRow,
  type StoredOrder,
  type StoredPosition,
  fills,
  orders,
  positionStatuses,
  positions,
} from './tables.ts'

/** A contract order and, once it has opened, its ticket. */
export interface StoredTicket {
  readonly order: StoredOrder
  readonly position: StoredPosition | null
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
  const { rows } = await database.query<StoredOf<typeof orders>>(
    `SELECT * FROM derivative_order AS t WHERE ${where.join(' AND ')} ORDER BY t.id DESC LIMIT $3`,
    values,
  )
  return rows.map(orders.read)
}

/** A holder's perpetual positions that pass the filter, newest first. */
export async function findPositions(database: Queryable, filter: HistoryFilter): Promise<StoredPosition[]> {
  const { values, where } = conditionsOf(filter)
  where.push(`t.kind <> ${positionKinds.indexOf('ticket')}`)
  if (filter.status !== undefined) where.push(`t.status <> ${openPosition}`)
  const { rows } = await database.query<StoredOf<typeof positions>>(
    `SELECT * FROM derivative_position AS t WHERE ${where.join(' AND ')} ORDER BY t.id DESC LIMIT $3`,
    values,
  )
  return rows.map(positions.read)
}

/** A holder's contract orders with their tickets that pass the filter, newest first. */
export async function findTickets(database: Queryable, filter: HistoryFilter): Promise<StoredTicket[]> {
  const { values, where } = conditionsOf(filter)
  where.push(`t.product = ${contract}`, `t.purpose = ${opening}`)
  if (filter.status !== undefined) {
    where.push(`t.status <> ${newOrder}`)
    where.push(`NOT EXISTS (SELECT FROM derivative_position AS p WHERE p.id = t.id AND p.status = ${openPosition})`)
  }
  const { rows } = await database.query<StoredOf<typeof orders>>(
    `SELECT * FROM derivative_order AS t WHERE ${where.join(' AND ')} ORDER BY t.id DESC LIMIT $3`,
    values,
  )
  return withTickets(database, rows.map(orders.read))
}

async function withTickets(database: Queryable, found: readonly StoredOrder[]): Promise<StoredTicket[]> {
  const opened = await findPositionsById(
    database,
    found.map(({ order }) => order),
  )
  const byId = new Map(opened.map((position) => [position.position, position]))
  return found.map((order) => ({ order, position: byId.get(order.order) ?? null }))
}

/** The orders with these numbers, whoever's they are. */
export async function findOrdersById(database: Queryable, ids: readonly number[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await database.query<StoredOf<typeof orders>>(
    'SELECT * FROM derivative_order WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(orders.read)
}

/** The positions and tickets with these numbers, whoever's they are. */
export async function findPositionsById(database: Queryable, ids: readonly number[]): Promise<StoredPosition[]> {
  if (ids.length === 0) return []
  const { rows } = await database.query<StoredOf<typeof positions>>(
    'SELECT * FROM derivative_position WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(positions.read)
}

/** The contract orders with these numbers and their tickets, whoever's they are. */
export async function findTicketsById(database: Queryable, ids: readonly number[]): Promise<StoredTicket[]> {
  const found = await findOrdersById(database, ids)
  return withTickets(
    database,
    found.filter(({ product, purpose }) => product === 'contract' && purpose === 'open'),
  )
}

/** The last fills of an order, newest first. */
export async function findFillsOfOrder(database: Queryable, order: number, limit: number): Promise<FillRow[]> {
  const { rows } = await database.query<StoredOf<typeof fills>>(
    'SELECT * FROM derivative_fill WHERE order_id = $1 AND order_id > 0 ORDER BY trade DESC LIMIT $2',
    [order, limit],
  )
  return rows.map(fills.read)
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
  const { rows } = await database.query<StoredOf<typeof fills> & { position_kind: number }>(
    `SELECT f.*, p.kind AS position_kind FROM derivative_fill f
       JOIN derivative_position p ON p.id = CASE f.opening WHEN 0 THEN f.closing ELSE f.opening END
     WHERE f.holder = $1 AND f.trade < $2${ofListing} ORDER BY f.trade DESC LIMIT $3`,
    values,
  )
  return rows.map((row) => ({ ...fills.read(row), positionKind: wordAt(positionKinds, row.position_kind) }))
}

/** The last fills that opened or closed a position, newest first. */
export async function findFillsOf(database: Queryable, position: StoredPosition, limit: number): Promise<FillRow[]> {
  const { rows } = await database.query<StoredOf<typeof fills>>(
    `SELECT * FROM derivative_fill WHERE holder = $1 AND trade BETWEEN $2 AND $3 AND (closing = $4 OR opening = $4)
     ORDER BY trade DESC LIMIT $5`,
    [position.holder, position.tradeFirst, position.tradeLast, position.position, limit],
  )
  return rows.map(fills.read)
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
  const { rows } = await database.query<StoredOf<typeof orders>>(
    `SELECT * FROM derivative_order
     WHERE holder = $1 AND status <> ${newOrder} AND reason = ${byLiquidation} AND updated_at >= $2 AND updated_at < $3
     ORDER BY id LIMIT $4`,
    [holder, from, to, limit],
  )
  return rows.map(orders.read)
}
