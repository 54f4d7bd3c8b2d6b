import { haltStates, sessionCodec } from '@truemark/core/book/listing'
import { priceKinds } from '@truemark/core/book/mark'
import { type Of, bool, list, nullable, oneOf, struct, text, u53, union } from '@truemark/core/codec/codec'
import { tradeEvidenceCodec } from '@truemark/core/option/command'
import { intervals } from './intervals.ts'

/**
 * What crosses between the market's thread and the main one, as bytes. Times are UTC ms, prices and amounts canonical
 * decimal texts, ready for the wire.
 */

/** A candle as the wire has it. `data_complete` is false while it still forms. */
export const klineCodec = struct({
  code: text,
  time: u53,
  open: text,
  close: text,
  high: text,
  low: text,
  volume: text,
  turnover: text,
  id: text,
  interval: oneOf(intervals),
  data_complete: bool,
  source: text,
  simulated: bool,
})
export type KlineRecord = Of<typeof klineCodec>

/** The last 24 hours; `open` is the price of 24 hours ago, `close` the last one. */
export const dayCodec = struct({
  symbol: text,
  time: u53,
  open: text,
  close: text,
  high: text,
  low: text,
  volume: text,
  turnover: text,
  source: text,
  simulated: bool,
})
export type DayRecord = Of<typeof dayCodec>

/** A trade of the reference market. */
export const tradeCodec = struct({
  symbol: text,
  id: text,
  price: text,
  amount: text,
  side: oneOf(['buy', 'sell']),
  time: u53,
  source: text,
  simulated: bool,
})
export type TradeRecord = Of<typeof tradeCodec>

export const marketStates = ['open', 'stale', 'halted', 'closed'] as const
export type MarketState = (typeof marketStates)[number]

/** Whether a market trades: `reason` is empty while it is open, else one word for why not. */
export const statusCodec = struct({
  code: text,
  status: oneOf(marketStates),
  reason: text,
  kind: oneOf(priceKinds),
  source: text,
  sources: u53,
  simulated: bool,
  time: u53,
})
export type StatusRecord = Of<typeof statusCodec>

const candlesOf = struct({ symbol: text, list: list(klineCodec) })

/** From the market's thread to the main one. */
export const marketMessageCodec = union({
  /** The prices' kind, known before anything else is told. */
  ready: [1, struct({ kind: oneOf(priceKinds), symbols: list(text) })],
  kline: [2, struct({ record: klineCodec })],
  day: [3, struct({ record: dayCodec })],
  trade: [4, struct({ record: tradeCodec })],
  status: [5, struct({ record: statusCodec })],
  /** The index of one symbol, and the best ask of its reference market in USDT (null for none), for lists. */
  index: [6, struct({ symbol: text, price: text, ask: nullable(text), sources: u53, time: u53 })],
  /** Answers a request; `found` is null where a symbol is unknown or the answer can't be had. */
  history: [7, struct({ request: u53, found: nullable(list(candlesOf)) })],
  /** Answers a request for past trades: one a source, none where there are none. */
  trades: [8, struct({ request: u53, found: list(tradeEvidenceCodec) })],
})
export type MarketMessage = Of<typeof marketMessageCodec>

/** From the main thread to the market's. */
export const marketRequestCodec = union({
  /** Candles, oldest first: `count` from `from` on, or the last ones where it is null. */
  history: [
    1,
    struct({
      request: u53,
      symbols: list(text),
      interval: oneOf(intervals),
      count: u53,
      from: nullable(u53),
    }),
  ],
  /** What an operator decided of a symbol: its session hours, and whether it trades at all. */
  terms: [2, struct({ symbol: text, sessions: list(sessionCodec), halt: oneOf(haltStates), reason: text })],
  /** Public trades of the live sources around a past moment (UTC ms). */
  trades: [4, struct({ request: u53, symbol: text, moment: u53 })],
  /** Keeps what must be kept, and stops. */
  stop: [3, struct({})],
})
export type MarketRequest = Of<typeof marketRequestCodec>

/** Several messages cross as one. */
export const marketMessagesCodec = list(marketMessageCodec)
