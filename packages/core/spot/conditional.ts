import type { ListingId } from '../book/listing.ts'
import type { Side } from '../book/book.ts'
import {
  big,
  holderId,
  i53,
  list,
  nullable,
  oneOf,
  struct,
  text,
  u53,
  union,
  type Of,
  type UnionOf,
} from '../codec/codec.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Passing } from '../trigger/priceTriggers.ts'
import { kindCodec, sideCodec, type OrderKind } from './order.ts'

/** Of its open orders a holder may have this many waiting for a price. */
export const conditionalsMax = 50

/** Which move of the index it waits for. Places are for ever. */
export const passings = ['fall', 'rise'] as const
export const passingCodec = oneOf(passings)

/** Why one ended without becoming an order. Places are for ever. */
export const conditionalEnds = [
  'by_user',
  /** Its price came, and the order was not taken; the fact names why. */
  'refused',
  'paused',
  'user_disabled',
  'demo_reset',
  'prices_changed',
  'product_off',
  'real_name_lost',
] as const
export type ConditionalEnd = (typeof conditionalEnds)[number]

/**
 * An order that waits off the book until the index has fallen or risen to its price. Prices in ticks, the quantity in
 * steps, `budget` and `hold` in smallest units. It bears its number before it becomes an order, and afterwards.
 */
export interface Conditional {
  readonly order: number
  readonly holder: HolderId
  readonly listing: ListingId
  readonly side: Side
  readonly kind: OrderKind
  readonly passing: Passing
  readonly trigger: number
  /** The limit of the order that it becomes; 0 for a market order. */
  readonly price: number
  readonly quantity: number
  /** What a market buy will spend; else 0. */
  readonly budget: number
  readonly hold: number
  readonly placedAt: number
  /** Of a pair the other price that is waited for, from the other side, and what is placed then; whichever comes first ends both. */
  readonly other: Leg | null
  /** Of one whose price follows the index; its `trigger` is 0. */
  readonly trail: Trail | null
}

/**
 * How a price follows the index: at `rate` (10⁻⁹) of the highest that it has seen, where it waits for a fall, else of the lowest,
 * in tenths of a tick. It sees the index of its placing, and then that of each second's sample.
 */
export interface Trail {
  readonly rate: number
  readonly extremeTenths: number
}

/** What is placed at one of the prices of a pair. */
export interface Leg {
  readonly kind: OrderKind
  readonly passing: Passing
  readonly trigger: number
  readonly price: number
}

/** What becomes of one whose price has come from this side. */
export function legOf(one: Conditional, passing: Passing): Leg {
  return one.other?.passing === passing ? one.other : one
}

const terms = {
  side: sideCodec,
  kind: kindCodec,
  /** Whether it waits for a fall to its price or below, or for a rise to it or above. */
  passing: passingCodec,
  trigger: u53,
  price: u53,
  quantity: u53,
} as const

const legCodec = struct({ kind: kindCodec, trigger: u53, price: u53 })

const where = { order: u53, holder: holderId, listing: u53, base: u53, quote: u53, side: sideCodec } as const

/** What a user may ask of conditional orders; `fault` as in `spotOrderCommands`. */
export const conditionalCommands = {
  placeSpotConditional: [194, struct({ holder: holderId, symbol: text, ...terms, budget: big, fault: text })],
  cancelSpotConditional: [195, struct({ holder: holderId, order: u53 })],
  /** One that waits for two prices, one below the index and one above it. */
  placeSpotPair: [
    197,
    struct({
      holder: holderId,
      symbol: text,
      side: sideCodec,
      quantity: u53,
      below: legCodec,
      above: legCodec,
      fault: text,
    }),
  ],
  /** One whose price follows the index at `rate` (10⁻⁹): a sell below it, a buy above it; then the market is taken. */
  placeSpotTrailing: [
    199,
    struct({ holder: holderId, symbol: text, side: sideCodec, rate: u53, quantity: u53, budget: big, fault: text }),
  ],
} as const

/** What can happen to them. What one holds is given back when its price has come: the order that it becomes holds anew. */
export const conditionalEvents = {
  spotConditionalPlaced: [
    194,
    struct({
      ...where,
      kind: kindCodec,
      passing: passingCodec,
      trigger: u53,
      price: u53,
      quantity: u53,
      budget: i53,
      hold: i53,
    }),
  ],
  /** With the index (tenths of a tick) that had passed its price, and when it came. */
  spotConditionalTriggered: [195, struct({ ...where, released: i53, indexTenths: u53, indexTime: u53 })],
  spotConditionalEnded: [197, struct({ ...where, reason: oneOf(conditionalEnds), refusal: text, released: i53 })],
  spotPairPlaced: [198, struct({ ...where, quantity: u53, hold: i53, below: legCodec, above: legCodec })],
  spotTrailingPlaced: [199, struct({ ...where, rate: u53, extremeTenths: u53, quantity: u53, budget: i53, hold: i53 })],
  /** As `spotConditionalTriggered`, with the farthest index that it had seen. */
  spotTrailingTriggered: [
    209,
    struct({ ...where, released: i53, indexTenths: u53, indexTime: u53, extremeTenths: u53 }),
  ],
} as const

export const conditionalStatuses = ['waiting', 'triggered', 'ended'] as const

const otherCodec = nullable(struct({ kind: kindCodec, passing: passingCodec, trigger: u53, price: u53 }))

const viewFields = {
  order: u53,
  holder: holderId,
  listing: u53,
  ...terms,
  budget: big,
  hold: big,
  status: oneOf(conditionalStatuses),
  reason: nullable(oneOf(conditionalEnds)),
  refusal: text,
  placedAt: u53,
  updatedAt: u53,
} as const

const trailCodec = struct({ rate: u53, extremeTenths: u53 })

const conditionalViewCodec = struct({ ...viewFields, other: otherCodec, trail: nullable(trailCodec) })
/** One as it is shown; `refusal` says why its order was not taken, where it was not. */
export type ConditionalView = Of<typeof conditionalViewCodec>

export const conditionalAnswers = {
  conditional: [194, struct({ view: struct(viewFields) })],
  conditionalPair: [195, struct({ view: struct({ ...viewFields, other: otherCodec }) })],
  conditionalTrailing: [199, struct({ view: struct({ ...viewFields, trail: trailCodec }) })],
} as const
export type ConditionalAnswer = UnionOf<typeof conditionalAnswers>
export const conditionalQueries = { spotConditionals: [194, struct({ holder: holderId })] } as const
export const conditionalReplies = {
  spotConditionals: [194, struct({ conditionals: list(conditionalViewCodec) })],
} as const

/** Those that wait, in the order of their numbers, as a snapshot keeps them: each says of which kind it is. */
export const keptConditionalsCodec = list(
  union({
    waiting: [
      1,
      struct({ order: u53, holder: holderId, listing: u53, ...terms, budget: i53, hold: i53, placedAt: u53 }),
    ],
    pair: [
      2,
      struct({
        order: u53,
        holder: holderId,
        listing: u53,
        side: sideCodec,
        quantity: u53,
        hold: i53,
        below: legCodec,
        above: legCodec,
        placedAt: u53,
      }),
    ],
    trailing: [
      3,
      struct({
        order: u53,
        holder: holderId,
        listing: u53,
        side: sideCodec,
        rate: u53,
        extremeTenths: u53,
        quantity: u53,
        budget: i53,
        hold: i53,
        placedAt: u53,
      }),
    ],
  }),
)
export type KeptConditional = Of<typeof keptConditionalsCodec>[number]

const conditionalCommandCodec = union(conditionalCommands)
export type ConditionalCommand = Of<typeof conditionalCommandCodec>
export type PlaceConditional = Extract<ConditionalCommand, { type: 'placeSpotConditional' }>
export type PlacePair = Extract<ConditionalCommand, { type: 'placeSpotPair' }>
export type PlaceTrailing = Extract<ConditionalCommand, { type: 'placeSpotTrailing' }>

const conditionalEventCodec = union(conditionalEvents)
export type ConditionalEvent = Of<typeof conditionalEventCodec>
/** What takes one in. */
export type ConditionalPlaced = Extract<ConditionalEvent, { readonly hold: number }>

/** One that waits, as it is shown. */
export function conditionalView(one: Conditional): ConditionalView {
  const { budget, hold, placedAt: updatedAt } = one
  return { ...one, budget: BigInt(budget), hold: BigInt(hold), status: 'waiting', reason: null, refusal: '', updatedAt }
}

type PairKept = Omit<Extract<KeptConditional, { type: 'pair' }>, 'type'>

/** A pair as it waits: the price below first. */
export function pairOf({ above, below, ...one }: PairKept): Conditional {
  return { ...one, ...below, passing: 'fall', budget: 0, other: { ...above, passing: 'rise' }, trail: null }
}

type TrailingKept = Omit<Extract<KeptConditional, { type: 'trailing' }>, 'type'>

/** One as it follows the index: who sells waits for it to fall, who buys for it to rise, and then the market is taken. */
export function trailingOf({ extremeTenths, rate, ...one }: TrailingKept): Conditional {
  const passing = one.side === 'sell' ? 'fall' : 'rise'
  return { ...one, kind: 'market', passing, trigger: 0, price: 0, other: null, trail: { rate, extremeTenths } }
}

/** One as a snapshot keeps it, with what its trail has seen so far. */
export function keptOf({ other, trail, ...one }: Conditional): KeptConditional {
  if (trail !== null) {
    const { kind: _kind, passing: _passing, price: _price, trigger: _trigger, ...terms } = one
    return { type: 'trailing', ...terms, ...trail }
  }
  if (other === null) return { type: 'waiting', ...one }
  const { order, holder, listing, side, quantity, hold, placedAt } = one
  const legs = {
    below: { kind: one.kind, trigger: one.trigger, price: one.price },
    above: { kind: other.kind, trigger: other.trigger, price: other.price },
  }
  return { type: 'pair', order, holder, listing, side, quantity, hold, placedAt, ...legs }
}

/** One as it was kept. */
export function restoredOf(kept: KeptConditional): Conditional {
  const { type: _type, ...one } = kept
  if ('rate' in one) return trailingOf(one)
  return 'below' in one ? pairOf(one) : { ...one, other: null, trail: null }
}

/** One as its fact takes it in. */
export function waitingOf(event: ConditionalPlaced, placedAt: number): Conditional {
  const { base: _base, quote: _quote, type: _type, ...terms } = event
  if ('below' in terms) return pairOf({ ...terms, placedAt })
  return 'rate' in terms ? trailingOf({ ...terms, placedAt }) : { ...terms, placedAt, other: null, trail: null }
}
