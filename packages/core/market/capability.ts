import { listingCodec, makeListing } from '../book/listing.ts'
import { realConditionCodec, realMoneyUnmet } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { list, struct, text, u53 } from '../codec/codec.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { makeDerivative } from '../derivative/terms.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import {
  decideMarket,
  evolveMarket,
  marketCommands,
  marketEvents,
  type MarketCommand,
  type MarketEvent,
} from './market.ts'

const words = {
  commands: marketCommands,
  events: marketEvents,
  queries: { catalogue: [5, struct({})], realMoney: [82, struct({})] },
  replies: {
    catalogue: [
      5,
      struct({
        currencies: list(struct({ id: u53, code: text, scale: u53 })),
        /** `haltedUntil`: when an operator's halt ends; 0 where none has halted it. */
        listings: list(struct({ id: u53, terms: listingCodec, haltedUntil: u53 })),
        productsOn: list(text),
      }),
    ],
    /** What is missing for real money, for anybody. */
    realMoney: [82, struct({ unmet: list(realConditionCodec) })],
  },
  answers: { listed: [5, struct({ id: u53 })] },
} as const

type World = { readonly venue: Venue; readonly derivative: Pick<DerivativeState, 'terms'> }

// what is traded with more than one has must stay exact under a market's new terms: what is announced for it comes into
// force by them, and a snapshot is read by them
function decide({ venue, derivative }: World, command: MarketCommand): Result<MarketEvent[]> {
  const decided = decideMarket(venue, command)
  if (!decided.ok) return decided
  const isExact = decided.value.every((event) => {
    const old = event.type === 'listingConfigured' ? derivative.terms[event.listing] : undefined
    if (event.type !== 'listingConfigured' || !old) return true
    const listing = makeListing(event.listing, event.terms, venue.currencies)
    return listing !== null && makeDerivative(listing, old, venue.currencies) !== null
  })
  return isExact ? accepted(decided.value) : rejected('listing_invalid')
}

/** What is listed, and what its index said. */
export const marketCapability: Capability<World, typeof words> = {
  ...words,
  decide,
  evolve: ({ venue }, event) => evolveMarket(venue, event),
  answer:
    () =>
    ([event]) => {
      if (event?.type === 'currencyListed') return { type: 'listed', id: event.currency }
      return event?.type === 'symbolListed' ? { type: 'listed', id: event.listing } : { type: 'done' }
    },
  endsRisk({ venue }, event) {
    const isOff =
      event.type === 'productSwitched'
        ? !event.on && venue.productsOn.has(`${event.country}:${event.product}`)
        : event.type === 'listingConfigured' && !event.terms.spot && venue.listings[event.listing].spot
    return isOff ? 'many' : null
  },
  query({ venue }, ask, now) {
    if (ask.type === 'realMoney') return { type: 'realMoney', unmet: realMoneyUnmet(venue, null, now) }
    const listings = venue.listings.map((terms) => {
      return { id: terms.id, terms, haltedUntil: venue.suspensions.ofListing(terms.id).until }
    })
    return { type: 'catalogue', currencies: venue.currencies, listings, productsOn: [...venue.productsOn].sort() }
  },
}
