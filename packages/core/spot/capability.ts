import { noSlot, sides } from '../book/book.ts'
import type { Venue } from '../book/venue.ts'
import type { Capability, PlainAnswer } from '../capability/capability.ts'
import { bool, holderId, i53, list, struct, u53, type Of } from '../codec/codec.ts'
import { realms, type HolderId } from '../ledger/holders.ts'
import type { HoldView } from '../ledger/holdView.ts'
import { steps, ticks } from '../money/units.ts'
import type { Result } from '../result/result.ts'
import { cancelAllSpotOrders, endedOrders } from './cancel.ts'
import { cancelConditional, placeConditional, placePair } from './condition.ts'
import { placeTrailing } from './trailing.ts'
import {
  conditionalAnswers,
  conditionalCommands,
  conditionalEvents,
  conditionalQueries,
  conditionalReplies,
  conditionalView,
  keptConditionalsCodec,
  type Conditional,
  keptOf,
  restoredOf,
  type ConditionalAnswer,
  type ConditionalView,
  type KeptConditional,
  type ConditionalEvent,
} from './conditional.ts'
import { spotCommands } from './command.ts'
import { spotEvents, type SpotEvent } from './event.ts'
import { evolveConditional, evolveSpot, followSample, type IndexSampled } from './evolve.ts'
import { worstNeed } from './money.ts'
import { conditionalMoves, spotMoves } from './moves.ts'
import { kindCodec, sideCodec, timeInForceCodec, type SpotOrder } from './order.ts'
import { bookOf, createSpotState, type SpotState } from './state.ts'
import { answerSpot, spotAnswers, spotQueries, spotReplies } from './view.ts'

const words = {
  commands: { ...spotCommands, ...conditionalCommands },
  events: { ...spotEvents, ...conditionalEvents },
  queries: { ...spotQueries, ...conditionalQueries },
  replies: { ...spotReplies, ...conditionalReplies },
  answers: { ...spotAnswers, ...conditionalAnswers },
}

const orderCodec = struct({
  id: u53,
  holder: holderId,
  listing: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  quantity: u53,
  /** Always 0: one that spends a budget does not stay open. */
  budget: i53,
  filled: u53,
  quoteFilled: i53,
  feePaid: i53,
  feeRateMaker: u53,
  feeRateTaker: u53,
  feeExcess: u53,
  acceptedAt: u53,
  updatedAt: u53,
  made: bool,
  took: bool,
})

/** Orders stand in the order in which they would trade, so that places in queues come back. */
const keptCodec = struct({ nextOrder: u53, nextTrade: u53, queues: list(list(orderCodec)) })
type Kept = Of<typeof keptCodec>

type World = { readonly venue: Venue; readonly spot: SpotState }

/** The spot market; what is done to single orders goes by the dispatch's own short way. */
export const spotCapability: Capability<World, typeof words, SpotState, Kept> = {
  ...words,
  create: createSpotState,
  decide({ spot, venue }, command, now): Result<readonly (SpotEvent | ConditionalEvent)[]> {
    const { holder } = command
    if (command.type === 'placeSpotConditional') return placeConditional(spot, venue, command, now)
    if (command.type === 'placeSpotPair') return placePair(spot, venue, command, now)
    if (command.type === 'placeSpotTrailing') return placeTrailing(spot, venue, command, now)
    if (command.type === 'cancelSpotConditional') return cancelConditional(spot, venue, holder, command.order)
    return cancelAllSpotOrders(spot, venue, holder, command.symbol)
  },
  evolve({ spot, venue }, event, now) {
    if (isConditional(event)) evolveConditional(spot, venue, event, now)
    else evolveSpot(spot, venue, event, now)
  },
  moves: (event) => (isConditional(event) ? conditionalMoves(event) : spotMoves(event)),
  answer(world, command, now) {
    if (command.type === 'cancelAllSpotOrders') return (events) => ({ type: 'closed', orders: endedIn(events) })
    const before = command.type === 'cancelSpotConditional' ? world.spot.waiting.get(command.order) : undefined
    return (events) => answerConditional(world.spot, before, events, now)
  },
  query: ({ spot, venue }, ask, now) =>
    ask.type === 'spotConditionals'
      ? { type: 'spotConditionals', conditionals: spot.waiting.of(ask.holder).map(conditionalView) }
      : answerSpot(spot, venue, ask, now),
  after: { indexSampled: ({ spot, venue }, sample: IndexSampled) => followSample(spot, venue, sample) },
  endOpenings: ({ spot, venue }, holder) => endedOrders(spot, venue, holder),
  openOrders({ spot: { orders, waiting } }, holder) {
    const waits = waiting.count(holder)
    return waits + orders.count(holder)
  },
  holds: (world, holder) => [...holdsOf(world, holder), ...waitingHolds(world, holder)],
  kept: keptCodec,
  keep: ({ spot, venue }) => ({
    nextOrder: spot.nextOrder,
    nextTrade: spot.nextTrade,
    queues: queuesOf(spot, venue).map(({ book, side }) =>
      [...book.queue(side)].map((place) => ({ ...spot.orders.order(place), budget: 0 })),
    ),
  }),
  restore,
  later: {
    kept: keptConditionalsCodec,
    keep: ({ spot }) => spot.waiting.all().map(keptOf),
    restore({ spot, venue }, kept: readonly KeptConditional[]) {
      for (const one of kept) spot.waiting.add(restoredOf(one), venue.holders.realm(one.holder))
    },
  },
}

function conditionalAnswer({ other, trail, ...view }: ConditionalView): ConditionalAnswer {
  if (trail !== null) return { type: 'conditionalTrailing', view: { ...view, trail } }
  return other === null ? { type: 'conditional', view } : { type: 'conditionalPair', view: { ...view, other } }
}

function isConditional(event: SpotEvent | ConditionalEvent): event is ConditionalEvent {
  return event.type in conditionalEvents
}

function endedIn(events: readonly (SpotEvent | ConditionalEvent)[]): number[] {
  const isEnd = ({ type }: { readonly type: string }): boolean =>
    type === 'spotOrderClosed' || type === 'spotConditionalEnded'
  return events.flatMap((event) => (isEnd(event) && 'order' in event ? event.order : []))
}

function answerConditional(
  { waiting }: SpotState,
  before: Conditional | undefined,
  [event]: readonly (SpotEvent | ConditionalEvent)[],
  now: number,
): ConditionalAnswer | PlainAnswer {
  if (event && 'hold' in event && isConditional(event)) {
    const placed = waiting.get(event.order)
    if (placed) return conditionalAnswer(conditionalView(placed))
  }
  if (event?.type !== 'spotConditionalEnded' || !before) return { type: 'done' }
  const { reason } = event
  return conditionalAnswer({ ...conditionalView(before), status: 'ended', reason, updatedAt: now })
}

function queuesOf(spot: SpotState, { listings }: Venue) {
  return realms.flatMap((realm) =>
    listings.flatMap(({ id }) => sides.map((side) => ({ side, book: bookOf(spot, realm, id) }))),
  )
}

function restore({ spot, venue }: World, kept: Kept): void {
  spot.nextOrder = kept.nextOrder
  spot.nextTrade = kept.nextTrade
  const orders: SpotOrder[] = kept.queues.flat()
  for (const order of orders.sort((a, b) => a.id - b.id)) spot.orders.restore(order)
  queuesOf(spot, venue).forEach(({ book, side }, at) => {
    for (const { id, holder, price, quantity, filled } of kept.queues[at] ?? []) {
      const place = spot.orders.at(id)
      spot.orders.rest(place, book.add(side, ticks(price), steps(quantity - filled), place, holder))
    }
  })
}

function holdsOf({ spot: { orders }, venue }: World, holder: HolderId): HoldView[] {
  return orders.of(holder).flatMap((place) => {
    if (orders.bookSlot(place) === noSlot) return []
    const { id: ref, listing: at, side, price, quantity, filled, acceptedAt: since } = orders.order(place)
    const listing = venue.listings[at]
    const amount = BigInt(worstNeed(listing, side, price, quantity - filled))
    const currency = side === 'buy' ? listing.quote : listing.base
    return [{ cause: 'spot_order', account: 'coin', currency, amount, ref, listing: at + 1, since }]
  })
}

function waitingHolds({ spot: { waiting }, venue }: World, holder: HolderId): HoldView[] {
  return waiting.of(holder).map(({ order: ref, listing: at, side, hold, placedAt: since }) => {
    const listing = venue.listings[at]
    const currency = side === 'buy' ? listing.quote : listing.base
    return { cause: 'spot_conditional', account: 'coin', currency, amount: BigInt(hold), ref, listing: at + 1, since }
  })
}
