import { divide } from '@truemark/core/money/round'
import { type Candle, assertCandle, turnoverScale } from './candles.ts'
import { type CandleRow, candleSources } from './feeds/candlePages.ts'
import type { SourceRest } from './feeds/rest.ts'
import { type SourceId, sourceIds } from './feeds/source.ts'
import { type Interval, bucketStart, intervalMillis } from './intervals.ts'
import type { Span } from './liveDriver.ts'
import { referencePrice, referenceQuantity } from './referencePrice.ts'

/** How a venue names the longer intervals, how many candles it gives at once, and where. */
interface LongCandles {
  readonly names: Readonly<Record<Exclude<Interval, '1m'>, string>>
  readonly countMax: number
  url(code: string, name: string, span: Span): string
}

// Coinbase's books are in USD, of which the past rate is not known, so it gives no history.
const longCandles: Partial<Record<SourceId, LongCandles>> = {
  binance: {
    names: { '5m': '5m', '15m': '15m', '30m': '30m', '1h': '1h', '4h': '4h', '1D': '1d', '1W': '1w' },
    countMax: 1_000,
    url: (code, name, { from, to }) =>
      `https://data-api.binance.vision/api/v3/klines?symbol=${code}&interval=${name}&startTime=${from}&endTime=${to - 1}&limit=1000`,
  },
  okx: {
    names: { '5m': '5m', '15m': '15m', '30m': '30m', '1h': '1H', '4h': '4H', '1D': '1Dutc', '1W': '1Wutc' },
    countMax: 300,
    url: (code, name, { from, to }) =>
      `https://www.okx.com/api/v5/market/candles?instId=${code}&bar=${name}&before=${from - 1}&after=${to}&limit=300`,
  },
  kraken: {
    names: { '5m': '5', '15m': '15', '30m': '30', '1h': '60', '4h': '240', '1D': '1440', '1W': '10080' },
    countMax: 720,
    url: (code, name, { from }) =>
      `https://api.kraken.com/0/public/OHLC?pair=${code}&interval=${name}&since=${Math.floor(from / 1_000) - 1}`,
  },
}

/**
 * Finished candles of a venue that open in the span, oldest first; of a longer interval at most the newest page. Throws
 * where the venue does not answer, or does not quote the symbol in USDT.
 */
export async function fetchLiveCandles(
  rest: SourceRest,
  sourceName: string,
  code: string,
  interval: Interval,
  span: Span,
): Promise<Candle[]> {
  const source = sourceIds.find((id) => id === sourceName)
  const listing = source === undefined ? undefined : rest.listing(source, code)
  if (source === undefined || listing === undefined) throw new Error(`${sourceName} does not list ${code}`)
  if (listing.quote !== 'USDT') throw new Error(`${source} does not quote ${code} in USDT`)
  const rows =
    interval === '1m'
      ? await minutes(rest, source, code, span)
      : await longRows(rest, source, listing.restCode, interval, span)
  return rows
    .filter(({ time }) => time >= span.from && time < span.to && bucketStart(interval, time) === time)
    .map((row) => candleOf(row, source, interval))
}

async function minutes(rest: SourceRest, source: SourceId, code: string, { from, to }: Span): Promise<CandleRow[]> {
  const answer = await rest.fetchCandles(source, code, from, to)
  if (!answer.ok) throw new Error(answer.failure)
  return answer.rows
}

async function longRows(
  rest: SourceRest,
  source: SourceId,
  code: string,
  interval: Exclude<Interval, '1m'>,
  span: Span,
): Promise<CandleRow[]> {
  const long = longCandles[source]
  if (long === undefined) throw new Error(`${source} gives no ${interval} candles`)
  const from = Math.max(span.from, span.to - long.countMax * intervalMillis[interval])
  const answer = await rest.gate(source).get(long.url(code, long.names[interval], { from, to: span.to }))
  if (!answer.ok) throw new Error(answer.failure)
  const page = candleSources[source].read(answer.body)
  if (page === null) throw new Error('malformed')
  return page.rows
}

function candleOf(row: CandleRow, source: SourceId, interval: Interval): Candle {
  const price = (value: bigint): number => referencePrice(value, 'USDT', null) ?? 0
  const candle = {
    openTime: row.time,
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: referenceQuantity(row.volume),
    turnover: divide(row.turnover * 10n ** BigInt(turnoverScale), 10n ** 12n, 'half-even'),
    source,
  }
  assertCandle(interval, candle)
  return candle
}
