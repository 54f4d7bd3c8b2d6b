/**
 * The language of the feeds: what a connector to a public market-data socket says, whatever the venue. Nothing here
 * knows a venue's wire; nothing downstream of here needs to.
 */

import { type Clock, SteadyClock } from '../../platform/clock.ts'

/** A price or a size at 12 decimals, exact: 1 unit = 10^-12. */
export type E12 = bigint

/** Decimals of {@link E12}. */
export const e12Scale = 12

export const sourceIds = ['binance', 'coinbase', 'kraken', 'okx'] as const
export type SourceId = (typeof sourceIds)[number]

/** What a book is priced in. A book in USD counts only with a live USDT/USD rate. */
export type QuoteCurrency = 'USDT' | 'USD'

/** How one venue names one product of ours. */
export interface Listing {
  readonly source: SourceId
  /** The product's code here, such as BTCUSDT. */
  readonly symbol: string
  readonly quote: QuoteCurrency
  /** The venue's name for it on the socket. */
  readonly code: string
  /** The venue's name for it in REST calls. */
  readonly restCode: string
}

/** Why a frame was refused. */
export type RefusalReason =
  /** Not the shape that the venue documents. */
  | 'malformed'
  /** A price or size that is not a plain positive decimal of at most 12 decimals. */
  | 'bad-number'
  /** The best bid reached the best ask. */
  | 'crossed'
  /** One side of the book is empty. */
  | 'one-sided'
  /** The top left the range of prices whose levels are all known. */
  | 'outrun'
  /** A price out of all proportion to the market's last one. */
  | 'jump'
  /** Sequence numbers leave something out. */
  | 'gap'
  /** The venue's checksum is not that of our book. */
  | 'checksum'
  /** The venue refused a subscription. */
  | 'unsubscribed'

  /** The venue's own ticker says otherwise than our book, for longer than its batches take. */
  | 'contradicted'
  /** More levels in one frame than any change of a book has. */
  | 'too-many'

/** Why a source went down. `faulty`: a frame could not be read, or its reading failed; `flooding`: reading took too long. */
export type DownReason = 'closed' | 'timeout' | 'silent' | 'failed' | 'stopped' | 'faulty' | 'flooding'

/** An unchanged top is told again so soon (ms) after it was told last, once the venue speaks of its book. */
export const repeatAfter = 250

/**
 * The best bid and ask of a live book: whenever one of the four figures changed, and again, at most every
 * {@link repeatAfter} ms, while the venue goes on to speak of this book. `received` is when it said so last, which is
 * how old the figures are; `time` is the venue's UTC ms where it gives a credible one. It stays true until the next
 * `top`, a `refused` that is `withdrawn` for this symbol, or a `down` of the source.
 */
export interface TopEvent {
  type: 'top'
  source: SourceId
  /** The product's code, such as BTCUSDT, also where the venue quotes in USD. */
  symbol: string
  quote: QuoteCurrency
  bid: E12
  ask: E12
  bidSize: E12
  askSize: E12
  time: number
  received: number
}

/** One public trade, told once, also where a venue repeats it after a reconnect. `side` is the taker's. */
export interface TradeEvent {
  type: 'trade'
  source: SourceId
  symbol: string
  quote: QuoteCurrency
  price: E12
  quantity: E12
  side: 'buy' | 'sell'
  id: string
  time: number
  received: number
}

/** Best bid and ask of USDT in USD. It holds as long as a {@link TopEvent} would; its symbol is `USDTUSD`. */
export interface RateEvent {
  type: 'rate'
  source: SourceId
  bid: E12
  ask: E12
  time: number
  received: number
}

/** A frame or a pong arrived (told at most every 100 ms): the connection is alive. It says nothing of any book. */
export interface HeardEvent {
  type: 'heard'
  source: SourceId
  received: number
}

/** The socket is gone: every top and rate of this source is void. */
export interface DownEvent {
  type: 'down'
  source: SourceId
  reason: DownReason
  received: number
}

/** The socket is open and the subscriptions are sent. Tops follow as the books fill. */
export interface UpEvent {
  type: 'up'
  source: SourceId
  received: number
}

/**
 * A frame was refused. `withdrawn` says that the book of `symbol` cannot be trusted any more: its last top or rate is
 * void until the next one. `symbol` is empty where the frame names no product of ours.
 */
export interface RefusedEvent {
  type: 'refused'
  source: SourceId
  symbol: string
  reason: RefusalReason
  withdrawn: boolean
  received: number
}

export type SourceEvent = TopEvent | TradeEvent | RateEvent | HeardEvent | DownEvent | UpEvent | RefusedEvent

/** Where a connector tells its events. It is called in order and must not throw. */
export type SourceSink = (event: SourceEvent) => void

/** What a feed wants done; it does no I/O itself. */
export type FeedCommand =
  /** Send this text on the socket. */
  | { type: 'send'; text: string }
  /** Fetch this URL and give its body to `feedSnapshot`. */
  | { type: 'fetch'; symbol: string; url: string }
  /** Fetch this URL and give its body to `feedCheck`. */
  | { type: 'fetch-check'; symbol: string; url: string }
  /** Call `resync(symbol)` when the back-off of that symbol allows. */
  | { type: 'resync'; symbol: string }

export interface FeedStep {
  events: SourceEvent[]
  commands: FeedCommand[]
}

/**
 * A venue's protocol as a state machine without I/O, clock or random. Frames are JSON in which numbers may stand as
 * their exact text (see frame.ts); a price is never read from a JavaScript number.
 */
export interface Feed {
  readonly source: SourceId
  /** The public socket to connect to. */
  readonly url: string
  /** What to send as a ping: a text where the venue documents one, else `null` for a ping frame of the protocol. */
  readonly pingText: string | null
  /** A longer frame (bytes) ends the connection. */
  readonly frameBytesMax: number
  /** A new socket is open: every book is forgotten; the commands subscribe. */
  open(): FeedStep
  /** One frame, as received at `received` (UTC ms). Old and repeated frames give nothing. */
  feedFrame(frame: unknown, received: number): FeedStep
  /** The body of a snapshot that a `fetch` command asked for. */
  feedSnapshot(symbol: string, body: unknown, received: number): FeedStep
  /** The commands that give the book of `symbol` a fresh start. */
  resync(symbol: string): FeedStep
  /** The commands that ask the venue whether the book of `symbol`, of which it says nothing, is still what it was. */
  check(symbol: string): FeedStep
  /** The body of what a `fetch-check` command asked for. */
  feedCheck(symbol: string, body: unknown, received: number): FeedStep
  /** Takes in one more product; {@link resync} of its symbol then subscribes to it. */
  list(listing: Listing): void
  /** Our symbols of all its products. */
  readonly symbols: readonly string[]
  /** When the venue last said more than a snapshot of any product; 0 for never since the socket opened. */
  readonly spokeAt: number
  /** When the venue last said what the book of `symbol` is; null while that is not live. */
  saidAt(symbol: string): number | null
  /** True while the book of `symbol` is current. */
  isLive(symbol: string): boolean
}

/** Time, as the connectors need it; injected so that tests own it. */
export interface FeedClock {
  /** UTC ms. */
  now(): number
  /** Calls back once after `ms`; the result cancels. */
  after(ms: number, callback: () => void): () => void
}

/** This clock, with the machine's timers. */
export function feedClockOf(clock: Clock): FeedClock {
  return {
    now: () => clock.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  }
}

/** A clock of its own, for what runs outside the market's room. */
export const machineClock: FeedClock = feedClockOf(new SteadyClock())
