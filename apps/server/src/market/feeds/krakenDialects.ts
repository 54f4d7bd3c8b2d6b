import { readLevels, type LevelText } from './orderBook.ts'
import {
  entriesMax,
  readDate,
  readFields,
  readInteger,
  readList,
  readSeconds,
  readText,
  type Fields,
} from './reading.ts'
import type { TradeText } from './tradeTape.ts'

/** What a Kraken frame says, whichever dialect it is written in. `code` is the venue's name of the product. */
export type KrakenMessage =
  | { kind: 'snapshot' | 'change'; code: string; book: KrakenBookText }
  | { kind: 'trade'; code: string; trade: TradeText }
  | { kind: 'unsubscribed'; code: string }
  | { kind: 'malformed'; code: string }

export interface KrakenBookText {
  bids: readonly LevelText[]
  asks: readonly LevelText[]
  /** Unsigned CRC32 of the best ten levels after this frame, where the frame bears one. */
  checksum: number | null
  /** Levels a side that were subscribed; null where the frame doesn't say. */
  depth: number | null
  time: number | null
}

/** Reads a frame of version 2 (objects, numbers as text). Heartbeats, status and pongs say nothing. */
export function readKrakenV2(fields: Fields): KrakenMessage[] {
  if (fields['success'] === false) return [{ kind: 'unsubscribed', code: readText(fields['symbol']) ?? '' }]
  const entries = readList(fields['data'])
  if (!entries) return []
  // as what cannot be read: it could be of any product
  if (entries.length > entriesMax) return [{ kind: 'malformed', code: '' }]
  if (fields['channel'] === 'book') return entries.map((entry) => readBookV2(fields['type'], entry))
  if (fields['channel'] === 'trade') return entries.map(readTradeV2)
  return []
}

function readBookV2(type: unknown, entry: unknown): KrakenMessage {
  const data = readFields(entry)
  const code = readText(data?.['symbol']) ?? ''
  const bids = readLevelsV2(data?.['bids'])
  const asks = readLevelsV2(data?.['asks'])
  const checksum = readInteger(data?.['checksum'])
  if (!bids || !asks || checksum === null) return { kind: 'malformed', code }
  const book = { bids, asks, checksum, depth: null, time: readDate(data?.['timestamp']) }
  return { kind: type === 'snapshot' ? 'snapshot' : 'change', code, book }
}

function readLevelsV2(value: unknown): LevelText[] | null {
  const list = readList(value)
  if (!list) return null
  const levels: LevelText[] = []
  for (const entry of list) {
    const level = readFields(entry)
    if (!level) return null
    levels.push([level['price'], level['qty']])
  }
  return levels
}

function readTradeV2(entry: unknown): KrakenMessage {
  const data = readFields(entry)
  const code = readText(data?.['symbol']) ?? ''
  const id = readInteger(data?.['trade_id'])
  const side = data?.['side']
  const trade: TradeText = {
    id: id === null ? null : String(id),
    price: data?.['price'],
    quantity: data?.['qty'],
    side: side === 'buy' || side === 'sell' ? side : null,
    time: readDate(data?.['timestamp']),
  }
  return { kind: 'trade', code, trade }
}

/**
 * Reads a frame of version 1: `[channel, body, …, name, pair]`, where a change of both sides comes as two bodies or
 * as one that bears both. Its objects are status events and say nothing of a book.
 */
export function readKrakenV1(frame: readonly unknown[]): KrakenMessage[] {
  const code = readText(frame.at(-1)) ?? ''
  const name = readText(frame.at(-2)) ?? ''
  const bodies = frame.slice(1, -2)
  if (name.startsWith('book')) return [readBookV1(code, name, bodies)]
  if (name === 'trade')
    return (readList(bodies[0]) ?? []).slice(0, entriesMax).map((entry, at) => readTradeV1(code, entry, at))
  return []
}

function readBookV1(code: string, name: string, bodies: readonly unknown[]): KrakenMessage {
  // a change of both sides is two bodies: a frame of more is none
  if (bodies.length > 2) return { kind: 'malformed', code }
  const body: Fields = { ...readFields(bodies[0]), ...readFields(bodies[1]) }
  const kind = 'as' in body || 'bs' in body ? 'snapshot' : 'change'
  const bids = readLevels(body[kind === 'snapshot' ? 'bs' : 'b'] ?? [])
  const asks = readLevels(body[kind === 'snapshot' ? 'as' : 'a'] ?? [])
  if (!bids || !asks) return { kind: 'malformed', code }
  const depth = readInteger(name.split('-')[1])
  return { kind, code, book: { bids, asks, checksum: readInteger(body['c']), depth, time: lastStamp(body) } }
}

/** The stamp of the body's last level: [price, size, seconds]. */
function lastStamp(body: Fields): number | null {
  const levels = readList(body['b'] ?? body['a'])
  return readSeconds(readList(levels?.at(-1))?.[2])
}

const stamp = /^([0-9]{1,10})\.([0-9]{6})$/

function readTradeV1(code: string, entry: unknown, at: number): KrakenMessage {
  const [price, quantity, seconds, side] = readList(entry) ?? []
  // Version 1 gives no ids: the microsecond and the place in the frame rise just as well.
  const parts = stamp.exec(readText(seconds) ?? '')
  const trade: TradeText = {
    id: parts ? `${parts[1]}${parts[2]}${String(at).padStart(4, '0')}` : null,
    price,
    quantity,
    side: side === 'b' ? 'buy' : side === 's' ? 'sell' : null,
    time: readSeconds(seconds),
  }
  return { kind: 'trade', code, trade }
}
