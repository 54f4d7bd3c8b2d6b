import { minuteMs, candleSources } from './feeds/candlePages.ts'
import type { FetchFailure, SourceRest } from './feeds/rest.ts'
import { type E12, type FeedClock, type QuoteCurrency, type SourceId, sourceIds } from './feeds/source.ts'

/** What a source is said to have named. */
export interface NamedPrice {
  readonly source: string
  /** The product's code here, such as BTCUSDT. */
  readonly symbol: string
  readonly quote: QuoteCurrency
  /** Bid and ask together, at 12 decimals. */
  readonly sum: E12
  /** When it was heard, UTC ms. */
  readonly heard: number
}

/** What a source's own public history says of a price: the lowest and the highest of its trades around the time. */
export type PastPrice =
  | { readonly state: 'agrees' | 'apart'; readonly low: E12; readonly high: E12 }
  | {
      readonly state: 'untold'
      readonly reason: FetchFailure | 'source_unknown' | 'other_quote' | 'young' | 'no_trades'
    }

/** So far (thousandths) outside of what was traded around it the middle of a book may stand: half a wide spread. */
export const apartPermilleMax = 2n
/** A minute's candle is asked for once the next has ended, too, and it had time to settle (ms). */
const settledMs = 3 * minuteMs

/**
 * Compares what a source is said to have named with its own minutes around then: that minute, the one before and the one
 * after. Where the source's minutes do not go back so far, with its trades within a minute.
 */
export async function comparePast(
  rest: Pick<SourceRest, 'fetchCandles' | 'fetchTrades'>,
  named: NamedPrice,
  clock: Pick<FeedClock, 'now'>,
): Promise<PastPrice> {
  const source = sourceIds.find((id) => id === named.source)
  if (source === undefined) return { state: 'untold', reason: 'source_unknown' }
  const age = clock.now() - named.heard
  if (age < settledMs) return { state: 'untold', reason: 'young' }
  const minutesLeft = candleSources[source].minutesMax - age / minuteMs
  const range = minutesLeft > 2 ? await minutes(rest, source, named) : await trades(rest, source, named)
  if ('reason' in range) return { state: 'untold', reason: range.reason }
  return { state: isApart(named.sum, range) ? 'apart' : 'agrees', ...range }
}

type Range = { readonly low: E12; readonly high: E12 }
type Found = Range | { readonly reason: Extract<PastPrice, { state: 'untold' }>['reason'] }

/** Whether the middle of a book, given twice over, is further outside than it may be. */
function isApart(sum: E12, { low, high }: Range): boolean {
  return sum * 1_000n < 2n * low * (1_000n - apartPermilleMax) || sum * 1_000n > 2n * high * (1_000n + apartPermilleMax)
}

async function minutes(
  rest: Pick<SourceRest, 'fetchCandles'>,
  source: SourceId,
  { symbol, quote, heard }: NamedPrice,
): Promise<Found> {
  const minute = Math.floor(heard / minuteMs) * minuteMs
  const answer = await rest.fetchCandles(source, symbol, minute - minuteMs, minute + 2 * minuteMs)
  if (!answer.ok) return { reason: answer.failure }
  return answer.quote === quote ? rangeOf(answer.rows) : { reason: 'other_quote' }
}

async function trades(
  rest: Pick<SourceRest, 'fetchTrades'>,
  source: SourceId,
  { symbol, quote, heard }: NamedPrice,
): Promise<Found> {
  const answer = await rest.fetchTrades(source, symbol, heard, minuteMs)
  if (!answer.ok) return { reason: answer.failure }
  return answer.quote === quote
    ? rangeOf(answer.rows.map(({ price }) => ({ low: price, high: price })))
    : { reason: 'other_quote' }
}

function rangeOf(rows: readonly Range[]): Found {
  const [first, ...more] = rows
  if (first === undefined) return { reason: 'no_trades' }
  return more.reduce<Range>(
    (range, { low, high }) => ({ low: low < range.low ? low : range.low, high: high > range.high ? high : range.high }),
    { low: first.low, high: first.high },
  )
}
