import * as z from 'zod/mini'
import { client } from './client.ts'
import { book, day, interval, intervals, kline, marketState, priceKind, type Interval } from './routes/market.ts'
import { accountKind } from './routes/account.ts'
import { contractOrder } from './routes/contract.ts'
import { miningOrder } from './routes/mining.ts'
import { notificationMessage } from './notificationMessage.ts'
import { optionOrder } from './routes/option.ts'
import { perpetualOrder, perpetualPosition } from './routes/perpetual.ts'
import { spotOrder } from './routes/spot.ts'
import { spotConditional } from './routes/spotConditional.ts'
import { chatChange } from './chatMessage.ts'
import { currency, decimal, id, millis, signedDecimal, symbol } from './values.ts'

/**
 * What a socket can follow: candles, the spot and the derivative order book (five levels a side, or twenty of a deep one),
 * the last 24 hours of a symbol.
 */
export type Channel =
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval }
  | { readonly kind: 'book'; readonly symbol: string }
  | { readonly kind: 'derivativeBook'; readonly symbol: string }
  | { readonly kind: 'deepBook'; readonly symbol: string }
  | { readonly kind: 'deepDerivativeBook'; readonly symbol: string }
  | { readonly kind: 'day'; readonly symbol: string }

/** The channels of books: each realm has its own behind the one name. */
export type BookChannel = Exclude<Channel, { kind: 'kline' | 'day' }>

/** How many levels a side a deep book has at most. */
export const deepLevels = 20

const kinds = {
  Obook: 'book',
  Obook20: 'deepBook',
  Dbook: 'derivativeBook',
  Dbook20: 'deepDerivativeBook',
  '24H': 'day',
} as const
const isKind = (name: string | undefined): name is keyof typeof kinds => name !== undefined && name in kinds

/** Reads the name of a channel; null where it is none. Whether the symbol exists is the reader's to know. */
export function parseChannel(name: unknown): Channel | null {
  if (typeof name !== 'string' || name.length > 60) return null
  const match = /^([A-Z0-9]{2,24})_(?:([OD]book(?:20)?|24H)|([0-9]{1,2}[mhDW])_Kline)$/.exec(name)
  const code = match?.[1]
  if (!match || code === undefined) return null
  if (isKind(match[2])) return { kind: kinds[match[2]], symbol: code }
  const wanted = intervals.find((one) => one === match[3])
  return wanted === undefined ? null : { kind: 'kline', symbol: code, interval: wanted }
}

/** The most channels that one socket follows: candles, book and 24 hours of every symbol that a client keeps. */
export const channelsMax = 3 * client.symbolsMax

/** The most bytes that a client may send in one frame. */
export const clientFrameBytesMax = 16_384

const channelNames = z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(channelsMax))

/** What a client calls itself by, and the address of what it calls: both come back or are looked up as they stand. */
const callIdLengthMax = 64
const callPathLengthMax = 512

/** How many calls of one socket may be under way at once; one more is told that the server is busy. */
export const callsUnderWayMax = 64

/**
 * A call of the API over the socket: `method`, `path` with its query, `body` and `lang` are what the same request would
 * have. `key` is its Idempotency-Key: over HTTP it is the same key, so that a call whose answer was lost can be made again
 * either way and is done once. `id` comes back with the answer.
 */
export const socketCall = z.object({
  type: z.literal('call'),
  id: z.string().check(z.minLength(1), z.maxLength(callIdLengthMax)),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.maxLength(callPathLengthMax)),
  key: z.string().check(z.maxLength(callIdLengthMax)),
  body: z.optional(z.unknown()),
  lang: z.optional(z.string().check(z.maxLength(callIdLengthMax))),
})
export type SocketCall = z.infer<typeof socketCall>

/** What a client sends. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), symbols: channelNames }),
  z.object({ type: z.literal('unsubscribe'), symbols: channelNames }),
  z.object({ type: z.literal('heartbeat') }),
  socketCall,
  z.object({
    type: z.literal('kline_history'),
    params: z.object({
      symbol,
      interval: z._default(interval, client.intervalDefault),
      count: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), client.candlesMax),
      from: z.optional(millis),
    }),
  }),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** The number by which a server message says what it carries. */
export const streamType = {
  book: 1,
  kline: 2,
  balance: 3,
  marketStatus: 4,
  order: 5,
  wallet: 6,
  day: 7,
  chat: 8,
  notification: 9,
  deepBook: 10,
} as const

/** What of a person's own a program's socket is told, by its type; of the rest it is told that something passed. */
export const programTypes: readonly number[] = [streamType.balance, streamType.order]

export const games = ['spot', 'contract', 'perpetual', 'option', 'mining'] as const
export const game = z.enum(games)

/**
 * A change of one balance, one message for each ledger category that moved it: a spot buy is `spot_buy`, its fee a message
 * of its own. `type` is that category and `change` what it moved, as the records say it (a negative one where a part was
 * held); `hold` with a change of 0 where only a hold changed that no record shows. `money` is what is available and
 * `frozen` what is held after all that is told with it; `margin` is the part of `frozen` that is margin.
 */
export const balanceChange = z.object({
  time: millis,
  type: z.string(),
  account: accountKind,
  currency,
  money: decimal,
  margin: decimal,
  frozen: decimal,
  change: signedDecimal,
})
export type BalanceChange = z.infer<typeof balanceChange>

/**
 * A change of one order or position: `game` is the product, `type` what happened. It carries what it is about as it now
 * stands: `order` a spot order, `conditional` one that waits for a price (`new`, then `triggered` or `canceled`), `ticket` a contract order with its ticket, `perpetual` a perpetual order, `position` a
 * perpetual position (`order_id` is then the position's). `position`, `closed` and `settled` are of tickets and positions:
 * opened or changed, ended by the owner, ended by liquidation, stop-loss or take-profit. An `option` is `new`, then
 * `position` once it has entered, and ends `closed` (settled) or `expired` (void). `mining` is `new`, `position` each time
 * that a day is paid, and ends `settled`, or `closed` where it was redeemed early.
 */
export const orderChange = z.object({
  order_id: id,
  game,
  type: z.enum(['new', 'fill', 'amend', 'filled', 'canceled', 'triggered', 'position', 'closed', 'settled', 'expired']),
  order: z.optional(spotOrder),
  conditional: z.optional(spotConditional),
  ticket: z.optional(contractOrder),
  perpetual: z.optional(perpetualOrder),
  position: z.optional(perpetualPosition),
  option: z.optional(optionOrder),
  mining: z.optional(miningOrder),
})
export type OrderChange = z.infer<typeof orderChange>

/** How a deposit, a withdrawal or a payment on its way in now stands; `reason` where it was rejected, or is held. */
export const walletChange = z.object({
  kind: z.enum(['deposit', 'withdrawal', 'payment', 'payout']),
  id,
  status: z.string(),
  reason: z.string(),
  time: millis,
})
export type WalletChange = z.infer<typeof walletChange>

export const statusChange = z.object({
  code: symbol,
  status: marketState,
  reason: z.string(),
  /** The operator's own words where `reason` is `operator`; else empty. */
  halt_reason: z.string(),
  /** When the operator's halt ends by itself; null where there is none. */
  halt_until: z.nullable(millis),
  kind: priceKind,
  simulated: z.boolean(),
  time: millis,
})

const seq = z.int().check(z.minimum(1))

/**
 * What the server sends. Types 1 and 10 carry the five and the twenty levels of a book whole, the latest wins; what is a person's own (types 3, 5, 6, 8
 * and 9) shares one `seq` per user and realm without gaps, and who misses one fetches state anew.
 */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal(streamType.book), data: book }),
  z.object({ type: z.literal(streamType.kline), data: kline }),
  z.object({ type: z.literal(streamType.balance), seq, data: balanceChange }),
  z.object({ type: z.literal(streamType.marketStatus), data: statusChange }),
  z.object({ type: z.literal(streamType.order), seq, data: orderChange }),
  z.object({ type: z.literal(streamType.wallet), seq, data: walletChange }),
  z.object({ type: z.literal(streamType.chat), seq, data: chatChange }),
  z.object({ type: z.literal(streamType.day), data: day }),
  z.object({ type: z.literal(streamType.notification), seq, data: notificationMessage }),
  z.object({ type: z.literal(streamType.deepBook), data: book }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/** What the server answers to a client's message, beside the streams. */
export const serverReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heartbeat'), time: millis }),
  z.object({ type: z.literal('subscribed'), symbols: z.array(z.string()), seq: z.int(), time: millis }),
  z.object({ type: z.literal('unsubscribed'), symbols: z.array(z.string()) }),
  z.object({ type: z.literal('kline_history'), symbol, interval, data: z.array(kline) }),
  z.object({ type: z.literal('error'), code: z.int(), reason: z.string(), message: z.string() }),
  /**
   * The answer to a call, once what it asked for is committed: the envelope that HTTP answers with, under the status that it
   * would have. It comes at once and not with the next round, so that it can overtake what its own streams tell of it.
   */
  z.object({
    type: z.literal('result'),
    id: z.string(),
    status: z.int(),
    /** That it had been done before, under the same key: the answer is that of then. */
    replayed: z.optional(z.literal(true)),
    code: z.int(),
    data: z.unknown(),
    message: z.string(),
    receipt: z.optional(z.unknown()),
  }),
  /** A message of one's own that is not for programs: its place in `seq` alone. */
  z.object({ type: z.literal('passed'), seq: z.int() }),
  /** Messages were dropped for a reader that was too slow: it fetches state anew. */
  z.object({ type: z.literal('resync'), seq: z.int(), time: millis }),
])
export type ServerReply = z.infer<typeof serverReply>

/** One frame of the server: all that was due, in order. */
export type ServerFrame = readonly (ServerMessage | ServerReply)[]

/** Why the server closes a socket: the number of the close frame. */
export const closeCode = {
  goingAway: 1001,
  malformed: 1008,
  tooLarge: 1009,
  tryAgainLater: 1013,
  sessionEnded: 4551,
  /** The session has ended, since the operator disabled its account. */
  userDisabled: 4552,
} as const

/** How a session's sockets are closed at its end. */
export type SessionEndCode = (typeof closeCode)['sessionEnded' | 'userDisabled']
