import * as z from 'zod/mini'
import { client } from '../client.ts'
import { currency, decimal, id, millis, millisText, realm, symbol } from '../values.ts'
import { defineRoute } from './route.ts'
import { side } from './spot.ts'

export const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W'] as const
export const interval = z.enum(intervals)
export type Interval = z.infer<typeof interval>

/** What a market's prices come from. */
export const priceKind = z.enum(['live', 'replay', 'simulated'])

/** Whether a market trades; `stale` shows prices that are too old to trade on. */
export const marketState = z.enum(['open', 'stale', 'halted', 'closed'])
export type MarketState = z.infer<typeof marketState>

/** One candle. `code` is the symbol; a minute without trades is flat at the prior close with volume 0. */
export const kline = z.object({
  code: symbol,
  time: millis,
  open: decimal,
  close: decimal,
  high: decimal,
  low: decimal,
  volume: decimal,
  turnover: decimal,
  id: z.string(),
  interval,
  data_complete: z.boolean(),
  source: z.string(),
  simulated: z.boolean(),
})
export type Kline = z.infer<typeof kline>

/** The figures of the last 24 hours. */
export const day = z.object({
  symbol,
  time: millis,
  open: decimal,
  close: decimal,
  high: decimal,
  low: decimal,
  volume: decimal,
  turnover: decimal,
  simulated: z.boolean(),
})
export type Day = z.infer<typeof day>

export const level = z.object({ price: decimal, amount: decimal })
export type Level = z.infer<typeof level>

/** Spot orders meet in one book of a market, contract and perpetual orders in the other. */
export const bookKind = z.enum(['spot', 'derivative'])
export type BookKind = z.infer<typeof bookKind>

/** The best levels of one book; `amount` is in the base currency, or in lots where `kind` is `derivative`. */
export const book = z.object({
  symbol,
  kind: bookKind,
  time: millis,
  /** The index, which is the mark; null where none is known. */
  mark: z.nullable(decimal),
  asks: z.array(level),
  bids: z.array(level),
  simulated: z.boolean(),
})
export type Book = z.infer<typeof book>

/** A market as lists show it, with the terms that an order form needs. */
export const symbolView = z.object({
  symbol,
  name: z.string(),
  base: currency,
  quote: currency,
  price_decimals: z.int(),
  quantity_decimals: z.int(),
  price_max: decimal,
  quantity_max: decimal,
  /** A spot order's amount must be above this, in the quote currency. */
  amount_min: decimal,
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  collar_rate: decimal,
  status: marketState,
  /** Why the operator has stopped the market, in the operator's words; empty where none has. */
  halt_reason: z.string(),
  /** When that ends by itself at the latest; null where no operator has stopped it. */
  halt_until: z.nullable(millis),
  lastPrice: z.nullable(decimal),
  /**
   * What a buyer pays in the reference market, the best-ranked source that is heard: its best ask in USDT. Null where it
   * has no book that is younger than 5 s.
   */
  buyPrice: z.nullable(decimal),
  index: z.nullable(decimal),
  time: z.nullable(millis),
  todayStatus: z.enum(['positive', 'negative']),
  /** Against the price of 24 hours ago, such as "-1.25%". */
  todayChange: z.string(),
  high: z.nullable(decimal),
  low: z.nullable(decimal),
  volume: decimal,
  turnover: decimal,
  source: z.string(),
  kind: priceKind,
  simulated: z.boolean(),
})
export type SymbolView = z.infer<typeof symbolView>

export const coin = z.object({ currency, name: z.string(), scale: z.int(), display_decimals: z.int() })
export type Coin = z.infer<typeof coin>

export const trade = z.object({ id, price: decimal, amount: decimal, side, time: millis, simulated: z.boolean() })
export type Trade = z.infer<typeof trade>

export const marketStatus = z.object({
  code: symbol,
  status: marketState,
  reason: z.string(),
  kind: priceKind,
  source: z.string(),
  sources: z.int(),
  simulated: z.boolean(),
  time: millis,
})
export type MarketStatus = z.infer<typeof marketStatus>

const countText = z.string().check(z.regex(/^[1-9][0-9]{0,3}$/))

/** The most candles that one history call answers for one symbol. */
export const historyCountMax = 1_000

/** The most symbols that one history call answers for. */
export const historySymbolsMax = 20

/** Symbols of one batch: a comma list. */
const symbolList = z
  .string()
  .check(z.regex(new RegExp(`^[A-Z0-9]{2,24}(,[A-Z0-9]{2,24}){0,${historySymbolsMax - 1}}$`)))

export const symbols = defineRoute({
  method: 'GET',
  path: '/datafeed/symbols',
  access: 'guest',
  byKey: 'read',
  packed: true,
  answer: z.array(symbolView).check(z.maxLength(client.symbolsMax)),
  summary: 'The markets with their terms and last prices.',
})

export const coins = defineRoute({
  method: 'GET',
  path: '/crypto/coin_list',
  access: 'guest',
  byKey: 'read',
  packed: true,
  answer: z.array(coin),
  summary: 'The currencies.',
})

export const history = defineRoute({
  method: 'GET',
  path: '/datafeed/history',
  access: 'guest',
  byKey: 'read',
  packed: true,
  query: z.object({
    symbol,
    resolution: z.optional(interval),
    count: z.optional(countText),
    from: z.optional(millisText),
  }),
  answer: z.array(kline),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'Candles, oldest first: `count` from `from` on, or the last ones where it is absent.',
})

export const historyBatch = defineRoute({
  method: 'GET',
  path: '/datafeed/history_batch',
  access: 'guest',
  byKey: 'read',
  packed: true,
  query: z.object({
    symbol: symbolList,
    resolution: z.optional(interval),
    count: z.optional(countText),
    from: z.optional(millisText),
  }),
  answer: z.array(z.object({ symbol, list: z.array(kline) })),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'The same for up to 20 symbols; resolution 1m and 150 candles unless asked otherwise.',
})

export const marketBook = defineRoute({
  method: 'GET',
  path: '/market/{symbol}/book',
  access: 'user',
  byKey: 'read',
  params: z.object({ symbol }),
  query: z.object({ kind: z.optional(bookKind) }),
  answer: book,
  errors: ['field_malformed', 'symbol_unknown'],
  summary: "The best five levels of the spot book, or of the derivative book, of the token's realm.",
})

/** The most levels of a side that one call answers. */
export const depthMax = 50

const sideOfBook = z.array(level).check(z.maxLength(depthMax))

export const marketDepth = defineRoute({
  method: 'GET',
  path: '/market/{symbol}/depth',
  access: 'guest',
  byKey: 'read',
  packed: true,
  cacheSeconds: 1,
  params: z.object({ symbol }),
  query: z.object({
    kind: z.optional(bookKind),
    realm: z.optional(realm),
    limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4][0-9]|50)$/))),
  }),
  answer: z.object({ ...book.shape, realm, asks: sideOfBook, bids: sideOfBook }),
  errors: ['field_malformed', 'symbol_unknown'],
  summary:
    'The best levels of a book, best first, 50 a side unless `limit` says fewer: what an order would meet, of users and ' +
    'of the house. The spot book of real money unless `kind` and `realm` say otherwise; a quarter of a second old at most.',
})

export const marketTrades = defineRoute({
  method: 'GET',
  path: '/market/{symbol}/trades',
  access: 'guest',
  byKey: 'read',
  cacheSeconds: 1,
  params: z.object({ symbol }),
  answer: z.array(trade).check(z.maxLength(client.pageLimitMax)),
  errors: ['symbol_unknown'],
  summary: 'The last trades of the reference market, newest first; what is traded here is not among them.',
})

export const marketStatuses = defineRoute({
  method: 'GET',
  path: '/market/status',
  access: 'guest',
  byKey: 'read',
  answer: z.array(marketStatus),
  summary: 'Whether each market trades, and where its prices come from.',
})

export const favouriteAdd = defineRoute({
  method: 'PUT',
  path: '/market/favourites/{symbol}',
  access: 'user',
  params: z.object({ symbol }),
  answer: z.null(),
  errors: ['symbol_unknown', 'favourites_too_many'],
  summary: 'Adds a market to the favourites.',
})

export const favouriteRemove = defineRoute({
  method: 'DELETE',
  path: '/market/favourites/{symbol}',
  access: 'user',
  params: z.object({ symbol }),
  answer: z.null(),
  summary: 'Takes a market from the favourites.',
})

export const marketRoutes = {
  symbols,
  coins,
  history,
  historyBatch,
  marketBook,
  marketDepth,
  marketTrades,
  marketStatuses,
  favouriteAdd,
  favouriteRemove,
}
