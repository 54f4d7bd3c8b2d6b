import { readDate, readFields, readInteger, readList, readPositive, readSeconds, readText } from './reading.ts'
import { readKrakenRows, readOkxRows } from './restBodies.ts'
import type { E12, SourceId } from './source.ts'

/** A public trade as a venue's REST call tells it; `side` is the taker's, `time` UTC ms. */
export interface TradeRow {
  id: string
  price: E12
  quantity: E12
  side: 'buy' | 'sell'
  time: number
}

/** How a venue gives past trades: page by page, forward or backward in time. */
export interface TradeSource {
  /** True where pages go from old to new. */
  readonly forward: boolean
  readonly pageRows: number
  /** URL of the first page for trades in [from, to], UTC ms. */
  firstUrl(code: string, from: number, to: number): string
  /** URL of the page after the one that ended with `edge` (its newest where forward, else its oldest). */
  nextUrl(code: string, edge: TradeRow): string
  /** Reads a body, in the venue's order; null when it isn't what the venue documents, unsound rows included. */
  read(body: unknown): TradeRow[] | null
}

/** Trades of each venue, by its public REST calls. */
export const tradeSources: Readonly<Record<SourceId, TradeSource>> = {
  binance: {
    forward: true,
    pageRows: 1_000,
    firstUrl: (code, from, to) =>
      `https://data-api.binance.vision/api/v3/aggTrades?symbol=${code}&startTime=${from}&endTime=${to}&limit=1000`,
    nextUrl: (code, edge) =>
      `https://data-api.binance.vision/api/v3/aggTrades?symbol=${code}&fromId=${BigInt(edge.id) + 1n}&limit=1000`,
    read: (body) => readRows(readList(body), readBinance),
  },
  coinbase: {
    forward: false,
    pageRows: 1_000,
    firstUrl: (code) => `https://api.exchange.coinbase.com/products/${code}/trades?limit=1000`,
    nextUrl: (code, edge) => `https://api.exchange.coinbase.com/products/${code}/trades?limit=1000&after=${edge.id}`,
    read: (body) => readRows(readList(body), readCoinbase),
  },
  kraken: {
    forward: true,
    pageRows: 1_000,
    firstUrl: (code, from) =>
      `https://api.kraken.com/0/public/Trades?pair=${code}&since=${BigInt(from - 1) * 1_000_000n}&count=1000`,
    // A ms before the edge: the rows of that ms come twice, and none is lost.
    nextUrl: (code, edge) =>
      `https://api.kraken.com/0/public/Trades?pair=${code}&since=${BigInt(edge.time - 1) * 1_000_000n}&count=1000`,
    read: (body) => readRows(readKrakenRows(body), readKraken),
  },
  okx: {
    forward: false,
    pageRows: 100,
    firstUrl: (code, _from, to) =>
      `https://www.okx.com/api/v5/market/history-trades?instId=${code}&type=2&after=${to + 1}&limit=100`,
    nextUrl: (code, edge) =>
      `https://www.okx.com/api/v5/market/history-trades?instId=${code}&type=1&after=${edge.id}&limit=100`,
    read: (body) => readRows(readOkxRows(body), readOkx),
  },
}

type TradeCells = Record<'id' | 'price' | 'quantity', unknown> & { side: 'buy' | 'sell' | null; time: number | null }

function readRows(list: readonly unknown[] | null, read: (entry: unknown) => TradeCells): TradeRow[] | null {
  if (!list) return null
  const rows: TradeRow[] = []
  for (const entry of list) {
    const { side, time, ...texts } = read(entry)
    const id = readText(texts.id)
    const price = readPositive(texts.price)
    const quantity = readPositive(texts.quantity)
    // A price may be rebuilt from these rows: one that can't be read spoils the page.
    if (id === null || !/^[0-9]{1,20}$/.test(id) || !price || !quantity || !side || time === null) return null
    rows.push({ id, price, quantity, side, time })
  }
  return rows
}

function readBinance(entry: unknown): TradeCells {
  const fields = readFields(entry)
  const buyerIsMaker = fields?.['m']
  const side = buyerIsMaker === true ? 'sell' : buyerIsMaker === false ? 'buy' : null
  return { id: fields?.['a'], price: fields?.['p'], quantity: fields?.['q'], side, time: readInteger(fields?.['T']) }
}

function readCoinbase(entry: unknown): TradeCells {
  const fields = readFields(entry)
  const maker = fields?.['side']
  const side = maker === 'buy' ? 'sell' : maker === 'sell' ? 'buy' : null
  const { trade_id: id, price, size: quantity } = fields ?? {}
  return { id, price, quantity, side, time: readDate(fields?.['time']) }
}

// [price, volume, seconds, b|s, m|l, misc, id]
function readKraken(entry: unknown): TradeCells {
  const [price, quantity, seconds, letter, , , id] = readList(entry) ?? []
  const side = letter === 'b' ? 'buy' : letter === 's' ? 'sell' : null
  return { id, price, quantity, side, time: readSeconds(seconds) }
}

function readOkx(entry: unknown): TradeCells {
  const fields = readFields(entry)
  const side = fields?.['side']
  const { tradeId: id, px: price, sz: quantity } = fields ?? {}
  return {
    id,
    price,
    quantity,
    side: side === 'buy' || side === 'sell' ? side : null,
    time: readInteger(fields?.['ts']),
  }
}
