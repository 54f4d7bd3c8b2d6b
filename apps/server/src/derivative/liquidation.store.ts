import type { Side } from '@truemark/core/book/book'
import type { Effect, EventOf } from '@truemark/core/derivative/event'
import { realms, isHouse, type Realm, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import * as z from 'zod/mini'
import type { Projection, RowWriter, StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { type LiquidationClose, closes } from './tables.ts'

const countedPosition = z.object({
  position: z.int(),
  listing: z.int(),
  lots: z.int(),
  indexTenths: z.int(),
  profit: z.string(),
  maintenance: z.string(),
})
const countedPositions = z.array(countedPosition)
/** A position that counted, as the table keeps it: amounts as texts of smallest units. */
export type CountedPosition = z.infer<typeof countedPosition>

/** What decided that a position (0: the cross account) was liquidated; amounts in smallest units of USDT. */
export interface StoredLiquidation {
  readonly id: number
  readonly holder: HolderId
  readonly listing: number
  readonly position: number
  /** The position's lots; 0 for an account. */
  readonly lots: number
  readonly equity: bigint
  readonly maintenance: bigint
  readonly positions: readonly CountedPosition[]
  readonly indexTenths: number
  readonly indexTime: number
  readonly time: number
}

/** Liquidations, and each closing by a fill or by a take-over. */
export const liquidationProjection: Projection<Event> = {
  name: 'liquidation',
  wants: ['liquidationStarted', 'liquidationReckoned', 'derivativeTraded', 'positionTakenOver'],
  apply: async (facts, writer) => {
    const closed: Closed[] = []
    for (const { event, time } of facts) {
      if (event.type === 'liquidationStarted') await putStart(writer, event, time)
      else if (event.type === 'liquidationReckoned') await putReckoning(writer, event)
      else if (event.type === 'positionTakenOver') closed.push(...takeoverOf(event, time))
      else if (event.type === 'derivativeTraded') {
        closed.push(...closeOf(event, event.maker, event.takerSide === 'buy' ? 'sell' : 'buy', time))
        closed.push(...closeOf(event, event.taker, event.takerSide, time))
      }
    }
    await writer.copy(closes, closed)
  },
}

async function putStart(writer: RowWriter, event: EventNamed<'liquidationStarted'>, time: number): Promise<void> {
  const positions = event.positions.map(
    ({ position, listing, lots, indexTenths, profit, maintenance }): CountedPosition => ({
      position,
      listing,
      lots,
      indexTenths,
      profit: String(profit),
      maintenance: String(maintenance),
    }),
  )
  await writer.query(
    `INSERT INTO liquidation (holder, realm, listing, position_id, lots, equity, maintenance, index_tenths,
    index_time, positions, time) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      event.holder,
      realms.indexOf(event.realm),
      event.listing,
      event.position,
      event.position === 0 ? 0 : (event.positions[0]?.lots ?? 0),
      event.equity,
      event.maintenance,
      event.indexTenths,
      event.indexTime,
      JSON.stringify(positions),
      time,
    ],
  )
}

// it stands right behind its start
async function putReckoning(writer: RowWriter, event: EventNamed<'liquidationReckoned'>): Promise<void> {
  const { available, held, heldByOrders, equity, maintenance, positions } = event
  const written = { available, held, heldByOrders, equity, maintenance, positions }
  const text = JSON.stringify(written, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  await writer.query(
    `UPDATE liquidation SET reckoning = $1
     WHERE id = (SELECT max(id) FROM liquidation WHERE holder = $2 AND position_id = $3)`,
    [text, event.holder, event.position],
  )
}

type EventNamed<T extends Event['type']> = Extract<Event, { type: T }>

type Closed = Omit<LiquidationClose, 'id'>

function closeOf(event: EventOf<'derivativeTraded'>, effect: Effect, side: Side, time: number): Closed[] {
  const { holder, closing: position, purpose, realised, fee, insurance } = effect
  if (purpose !== 'liquidation' || isHouse(holder)) return []
  const { realm, listing, lots, quoteAmount, indexTenths, indexTime } = event
  const trade = { realm, listing, lots, quoteAmount, indexTenths, indexTime, side, time }
  return [{ ...trade, holder, position, realised, fee, insurance: -insurance, takenOver: false }]
}

function takeoverOf(event: EventOf<'positionTakenOver'>, time: number): Closed[] {
  if (event.cause !== 'bankruptcy') return []
  const side: Side = event.side === 'long' ? 'sell' : 'buy'
  return [{ ...event, side, quoteAmount: event.proceeds, fee: 0n, takenOver: true, time }]
}

interface StartRow {
  id: string
  holder: HolderId
  listing: number
  position_id: string
  lots: number
  equity: string
  maintenance: string
  index_tenths: string
  index_time: string
  positions: unknown
  time: string
}

function startOf(row: StartRow): StoredLiquidation {
  return {
    id: integerOf(row.id),
    holder: row.holder,
    listing: row.listing,
    position: integerOf(row.position_id),
    lots: row.lots,
    equity: BigInt(row.equity),
    maintenance: BigInt(row.maintenance),
    positions: z.parse(countedPositions, row.positions),
    indexTenths: integerOf(row.index_tenths),
    indexTime: integerOf(row.index_time),
    time: integerOf(row.time),
  }
}

const startColumns = `id, holder, listing, position_id, lots, equity, maintenance, index_tenths, index_time, positions,
  time`

/** A holder's liquidations, newest first, older than `before`. */
export async function findLiquidations(
  database: Queryable,
  holder: HolderId,
  before: number | null,
  limit: number,
): Promise<StoredLiquidation[]> {
  const { rows } = await database.query<StartRow>(
    `SELECT ${startColumns} FROM liquidation WHERE holder = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(startOf)
}

/** The last liquidation of a position, or (0) of the cross account, between two moments; null for none. */
export async function findLiquidationOf(
  database: Queryable,
  holder: HolderId,
  position: number,
  from: number,
  to: number,
): Promise<StoredLiquidation | null> {
  const { rows } = await database.query<StartRow>(
    `SELECT ${startColumns} FROM liquidation
     WHERE holder = $1 AND position_id = $2 AND time BETWEEN $3 AND $4 ORDER BY id DESC LIMIT 1`,
    [holder, position, from, to],
  )
  const row = rows[0]
  return row === undefined ? null : startOf(row)
}

/** When the same position or account was liquidated again after `id`; null where it was not. */
export async function findNextStart(database: Queryable, start: StoredLiquidation): Promise<number | null> {
  const { rows } = await database.query<{ time: string }>(
    `SELECT time FROM liquidation WHERE holder = $1 AND position_id = $2 AND id > $3 ORDER BY id LIMIT 1`,
    [start.holder, start.position, start.id],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].time)
}

/** The closings of a holder (of one position, or all where it is 0) from `from` to `to` (exclusive), oldest first. */
export async function findCloses(
  database: Queryable,
  holder: HolderId,
  position: number,
  from: number,
  to: number,
  limit: number,
): Promise<LiquidationClose[]> {
  const { rows } = await database.query<StoredOf<typeof closes>>(
    `SELECT * FROM liquidation_close
     WHERE holder = $1 AND ($2 = 0 OR position_id = $2) AND time >= $3 AND time < $4 ORDER BY time, id LIMIT $5`,
    [holder, position, from, to, limit],
  )
  return rows.map(closes.read)
}

/** Closings of all, newest first, older than `before`: of one realm or market, or of all. */
export async function findPublicCloses(
  database: Queryable,
  filter: { readonly realm?: Realm | undefined; readonly listing?: number | undefined },
  before: number | null,
  limit: number,
): Promise<LiquidationClose[]> {
  const values: unknown[] = [before ?? Number.MAX_SAFE_INTEGER, limit]
  const where = ['id < $1']
  if (filter.realm !== undefined) where.push(`realm = $${values.push(realms.indexOf(filter.realm))}`)
  if (filter.listing !== undefined) where.push(`listing = $${values.push(filter.listing)}`)
  const { rows } = await database.query<StoredOf<typeof closes>>(
    `SELECT * FROM liquidation_close WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT $2`,
    values,
  )
  return rows.map(closes.read)
}

/** What the liquidation of a closing was decided by, whose it was, and its number; null where nothing was written down. */
export async function findReckoning(
  database: Queryable,
  close: number,
): Promise<{ readonly liquidation: number; readonly holder: HolderId; readonly text: string } | null> {
  const { rows } = await database.query<{ id: string; holder: HolderId; reckoning: string }>(
    `SELECT l.id, l.holder, l.reckoning FROM liquidation_close AS c JOIN liquidation AS l
       ON l.holder = c.holder AND (l.position_id = 0 OR l.position_id = c.position_id) AND l.time <= c.time
     WHERE c.id = $1 ORDER BY l.id DESC LIMIT 1`,
    [close],
  )
  const [row] = rows
  if (row === undefined || row.reckoning === '') return null
  return { liquidation: integerOf(row.id), holder: row.holder, text: row.reckoning }
}

/** The number of the first closing of a liquidation, by the number under which its owner knows it. */
export async function findFirstClose(database: Queryable, liquidation: number): Promise<number | null> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT c.id FROM liquidation AS l JOIN liquidation_close AS c
       ON c.holder = l.holder AND (l.position_id = 0 OR c.position_id = l.position_id) AND c.time >= l.time
     WHERE l.id = $1 ORDER BY c.time, c.id LIMIT 1`,
    [liquidation],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].id)
}
