import { noSlot, sides } from '../book/book.ts'
import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { bool, holderId, i53, list, struct, u53, type Of } from '../codec/codec.ts'
import { realms, type HolderId } from '../ledger/holders.ts'
import type { HoldView } from '../ledger/holdView.ts'
import { steps, ticks } from '../money/units.ts'
import { cancelAllOf, cancelAllSpotOrders } from './cancel.ts'
import { spotCommands } from './command.ts'
import { spotEvents } from './event.ts'
import { evolveSpot } from './evolve.ts'
import { worstNeed } from './money.ts'
import { spotMoves } from './moves.ts'
import { kindCodec, sideCodec, timeInForceCodec, type SpotOrder } from './order.ts'
import { bookOf, createSpotState, type SpotState } from './state.ts'
import { answerSpot, spotAnswers, spotQueries, spotReplies } from './view.ts'

const words = {
  commands: spotCommands,
  events: spotEvents,
  queries: spotQueries,
  replies: spotReplies,
  answers: spotAnswers,
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
  decide: ({ spot, venue }, { holder, symbol }) => cancelAllSpotOrders(spot, venue, holder, symbol),
  evolve: ({ spot, venue }, event, now) => evolveSpot(spot, venue, event, now),
  moves: spotMoves,
  answer: () => (events) => {
    return { type: 'closed', orders: events.flatMap((event) => (event.type === 'spotOrderClosed' ? event.order : [])) }
  },
  query: ({ spot, venue }, ask, now) => answerSpot(spot, venue, ask, now),
  endOpenings: ({ spot, venue }, { holder, reason }) => cancelAllOf(spot, venue, holder, '', reason),
  openOrders: ({ spot }, holder) => spot.orders.count(holder),
  holds: (world, holder) => holdsOf(world, holder),
  kept: keptCodec,
  keep: ({ spot, venue }) => ({
    nextOrder: spot.nextOrder,
    nextTrade: spot.nextTrade,
    queues: queuesOf(spot, venue).map(({ book, side }) =>
      [...book.queue(side)].map((place) => ({ ...spot.orders.order(place), budget: 0 })),
    ),
  }),
  restore,
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
