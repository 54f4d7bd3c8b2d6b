import { mulDiv } from '@truemark/core/money/round'
import { readInteger, readList, readPositive, readSize } from './reading.ts'
import { readKrakenRows, readOkxRows } from './restBodies.ts'
import { e12Scale, type E12, type SourceId } from './source.ts'

/** A finished minute as the venue tells it, in the currency that the venue's listing is quoted in. */
export interface CandleRow {
  /** Open time, UTC ms. */
  time: number
  open: E12
  high: E12
  low: E12
  close: E12
  volume: E12
  turnover: E12
  /** False where the venue gives no turnover: it is then volume × the minute's mean price. */
  turnoverExact: boolean
}

/** A page of rows, oldest first, and how many rows of it were refused as unsound. */
export interface CandlePage {
  rows: CandleRow[]
  refusedCount: number
}

/** How a venue gives 1m candles. */
export interface CandleSource {
  /** Minutes in one page. */
  readonly pageMinutes: number
  /** How far back the venue goes, in minutes. */
  readonly minutesMax: number
  /** URL of the candles that open in [from, to), UTC ms on whole minutes, at most a page. */
  url(code: string, from: number, to: number): string
  /** Reads a body; null when it isn't what the venue documents. */
  read(body: unknown): CandlePage | null
}

export const minuteMs = 60_000

const forever = Number.MAX_SAFE_INTEGER

/** Candles of each venue, by its public REST calls. */
export const candleSources: Readonly<Record<SourceId, CandleSource>> = {
  binance: {
    pageMinutes: 1_000,
    minutesMax: forever,
    url: (code, from, to) =>
      `https://data-api.binance.vision/api/v3/klines?symbol=${code}&interval=1m&startTime=${from}&endTime=${to - 1}&limit=1000`,
    read: (body) => readPage(readList(body), readBinance),
  },
  coinbase: {
    pageMinutes: 300,
    minutesMax: forever,
    url(code, from, to) {
      // Both ends count at Coinbase, and a range of more than 300 candles is refused.
      const range = `start=${new Date(from).toISOString()}&end=${new Date(to - minuteMs).toISOString()}`
      return `https://api.exchange.coinbase.com/products/${code}/candles?granularity=60&${range}`
    },
    read: (body) => readPage(readList(body), readCoinbase),
  },
  kraken: {
    pageMinutes: 720,
    // Kraken gives the newest 720 candles whatever is asked for.
    minutesMax: 720,
    url: (code, from) =>
      `https://api.kraken.com/0/public/OHLC?pair=${code}&interval=1&since=${Math.floor(from / 1000) - 1}`,
    read: (body) => readPage(readKrakenRows(body), readKraken),
  },
  okx: {
    pageMinutes: 100,
    minutesMax: forever,
    url: (code, from, to) =>
      `https://www.okx.com/api/v5/market/history-candles?instId=${code}&bar=1m&before=${from - 1}&after=${to}&limit=100`,
    read: (body) => readPage(finishedOkxRows(body), readOkx),
  },
}

type Cells = readonly unknown[]

function readPage(list: readonly unknown[] | null, read: (cells: Cells) => CandleRow | null): CandlePage | null {
  if (!list) return null
  const rows: CandleRow[] = []
  for (const entry of list) {
    const row = read(readList(entry) ?? [])
    if (row && isSound(row)) rows.push(row)
  }
  rows.sort((one, other) => one.time - other.time)
  return { rows, refusedCount: list.length - rows.length }
}

function isSound({ time, open, high, low, close }: CandleRow): boolean {
  return time % minuteMs === 0 && low <= open && low <= close && high >= open && high >= close
}

function row(
  time: number | null,
  prices: readonly [open: unknown, high: unknown, low: unknown, close: unknown],
  volume: unknown,
  turnover: { exact: unknown } | { meanPrice: (prices: readonly E12[]) => E12 | null },
): CandleRow | null {
  const [open, high, low, close] = prices.map(readPositive)
  const traded = readSize(volume)
  if (time === null || !open || !high || !low || !close || traded === null) return null
  const candle = { time, open, high, low, close, volume: traded }
  if ('exact' in turnover) {
    const exact = readSize(turnover.exact)
    return exact === null ? null : { ...candle, turnover: exact, turnoverExact: true }
  }
  const mean = turnover.meanPrice([open, high, low, close])
  if (mean === null) return null
  const derived = mulDiv(mean, traded, 10n ** BigInt(e12Scale), 'half-even')
  return { ...candle, turnover: derived, turnoverExact: false }
}

// [open time, open, high, low, close, volume, close time, turnover, …]
function readBinance(cells: Cells): CandleRow | null {
  const [time, open, high, low, close, volume, , turnover] = cells
  return row(readInteger(time), [open, high, low, close], volume, { exact: turnover })
}

// [seconds, low, high, open, close, volume], all JSON numbers
function readCoinbase(cells: Cells): CandleRow | null {
  const [seconds, low, high, open, close, volume] = cells
  const meanPrice = (prices: readonly E12[]) => prices.reduce((sum, price) => sum + price, 0n) / BigInt(prices.length)
  return row(secondsToMillis(seconds), [open, high, low, close], volume, { meanPrice })
}

// [seconds, open, high, low, close, volume-weighted price, volume, count]; the price is "0" where nothing traded
function readKraken(cells: Cells): CandleRow | null {
  const [seconds, open, high, low, close, weighted, volume] = cells
  return row(secondsToMillis(seconds), [open, high, low, close], volume, { meanPrice: () => readSize(weighted) })
}

// [open time, open, high, low, close, base volume, base volume, turnover, confirmed]
function readOkx(cells: Cells): CandleRow | null {
  const [time, open, high, low, close, volume, , turnover] = cells
  return row(readInteger(time), [open, high, low, close], volume, { exact: turnover })
}

// The last cell is "0" while the minute still runs.
function finishedOkxRows(body: unknown): readonly unknown[] | null {
  return readOkxRows(body)?.filter((entry) => readInteger(readList(entry)?.[8]) === 1) ?? null
}

function secondsToMillis(seconds: unknown): number | null {
  const whole = readInteger(seconds)
  return whole === null ? null : whole * 1000
}
