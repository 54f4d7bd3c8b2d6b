import { bool, i53, list, oneOf, struct, text, u53, type UnionOf } from '../codec/codec.ts'
import {
  currenciesMax,
  currencyScaleMax,
  haltStates,
  listingCodec,
  listingConfigured,
  listingsMax,
  makeListing,
  type Currency,
  type ListingTerms,
} from '../book/listing.ts'
import { products } from '../capability/products.ts'
import { priceKinds } from '../book/mark.ts'
import { liveSourcesMin, toldConditionCodec } from '../book/realMoney.ts'
import { openListing, type Venue } from '../book/venue.ts'
import { marketSeenCodec } from './heard.ts'
import { heardSourcesCodec, sourcedSampleCodec } from './sources.ts'
import { accepted, rejected, type Result } from '../result/result.ts'

const sourcedCodec = struct({
  stamp: u53,
  kind: oneOf(priceKinds),
  /** The names of the venues that the samples point at. */
  venues: list(text),
  samples: list(sourcedSampleCodec),
})

/** Sources by name, each with how long (ms) before the stamp it was heard last: below zero, after it. */
const heardCodec = struct({ stamp: u53, kind: oneOf(priceKinds), sources: heardSourcesCodec })

/** An operator's and the market's commands. Sampling records each listing's index, every second. */
export const marketCommands = {
  listCurrency: [1, struct({ code: text, scale: u53 })],
  listSymbol: [2, struct({ terms: listingCodec })],
  configureListing: [3, struct({ listing: u53, terms: listingCodec })],
  /** As {@link configureListing}, but for halts: who changes terms neither halts a market nor lets it go on. */
  setListingTerms: [99, struct({ listing: u53, terms: listingCodec })],
  haltListing: [4, struct({ listing: u53, halt: oneOf(haltStates), reason: text })],
  switchProduct: [5, struct({ country: text, product: oneOf(products), on: bool })],
  sampleIndex: [
    6,
    struct({
      stamp: u53,
      kind: oneOf(priceKinds),
      /** `fresh`: every live source was heard within a second. */
      samples: list(struct({ listing: u53, indexTenths: u53, sources: u53, fresh: bool })),
    }),
  ],
  /** What each source said behind the samples of a second that has just been recorded. */
  sampleSources: [97, sourcedCodec],
  /** When each source was heard last, of the second that has just been recorded. */
  sampleHeard: [200, heardCodec],
} as const

/** What the market's thread tells and asks of all that stands here at once: the dispatch runs these itself. */
export const tickCommands = {
  /** A tick: what the market says of one listing now. Ambient, and the cause of all that ticks cause. */
  quote: [
    7,
    struct({
      listing: u53,
      /** When the market took it, UTC milliseconds. */
      time: u53,
      indexTenths: u53,
      dispersionTenths: u53,
      sources: u53,
      kind: oneOf(priceKinds),
    }),
  ],
  /** A tick by what each source said, from which the index is reckoned; ages in ms before `time`. Ambient like {@link quote}. */
  sourcedQuote: [98, struct({ time: u53, kind: oneOf(priceKinds), venues: list(text), sample: sourcedSampleCodec })],
  /** Ends what is open on the demo realm at the last marks, before prices of another kind are heard. */
  settleDemo: [8, struct({})],
  /** Which conditions of real money the server finds unmet. Ambient: until it is told, all are. */
  tellRealMoney: [9, struct({ unmet: list(toldConditionCodec) })],
} as const

export const marketEvents = {
  currencyListed: [1, struct({ currency: u53, code: text, scale: u53 })],
  symbolListed: [2, struct({ listing: u53, terms: listingCodec })],
  listingConfigured,
  productSwitched: [4, struct({ country: text, product: oneOf(products), on: bool })],
  /** Each sample is the change of the listing's index since the one before, in tenths of a tick. */
  indexSampled: [
    5,
    struct({
      stamp: u53,
      kind: oneOf(priceKinds),
      samples: list(struct({ listing: u53, change: i53, sources: u53, fresh: bool })),
    }),
  ],
  /** The evidence of an index: its sources' own prices, and when each was said. It changes no state. */
  sourcesSampled: [97, sourcedCodec],
  /** What a second counts as fresh by, with the sources that it names. It changes no state. */
  heardSampled: [200, heardCodec],
  /**
   * From here on each row bears what its decisions read of the market, so that its commands can be executed again by the
   * rules of this number, with nothing heard before. It changes no durable state, and neither do the next two.
   */
  executionBegan: [92, struct({ rules: u53 })],
  /** What was read of the market and stood in no row before, as of right before the command. */
  marketSeen: [93, marketSeenCodec],
  /** The same of the conditions of real money: which the server said are not met. */
  conditionsSeen: [94, struct({ unmet: list(toldConditionCodec) })],
} as const

export type MarketCommand = UnionOf<typeof marketCommands>
export type TickCommand = UnionOf<typeof tickCommands>
export type MarketEvent = UnionOf<typeof marketEvents>

function listCurrency(venue: Venue, code: string, scale: number): Result<MarketEvent[]> {
  if (venue.currencies.some((currency) => currency.code === code)) return rejected('listing_invalid')
  if (venue.currencies.length >= currenciesMax || scale > currencyScaleMax) return rejected('currencies_too_many')
  return accepted([{ type: 'currencyListed', currency: venue.currencies.length, code, scale }])
}

function listSymbol(venue: Venue, terms: ListingTerms): Result<MarketEvent[]> {
  const listing = venue.listings.length
  if (listing >= listingsMax || venue.listingByCode.has(terms.code)) return rejected('listing_invalid')
  if (!makeListing(listing, terms, venue.currencies)) return rejected('listing_invalid')
  return accepted([{ type: 'symbolListed', listing, terms }])
}

// what open orders and kept candles were reckoned by can never change
function configure(venue: Venue, id: number, terms: ListingTerms): Result<MarketEvent[]> {
  const old = venue.listings[id]
  if (!old) return rejected('symbol_unknown')
  const fixed =
    old.code === terms.code &&
    old.base === terms.base &&
    old.quote === terms.quote &&
    old.priceDecimals === terms.priceDecimals &&
    old.quantityDecimals === terms.quantityDecimals
  if (!fixed || !makeListing(id, terms, venue.currencies)) return rejected('listing_invalid')
  return accepted([{ type: 'listingConfigured', listing: id, terms }])
}

// evidence of what is recorded already: it belongs to the last sample, and to listings that there are
function noteSources(venue: Venue, command: MarketCommand & { type: 'sampleSources' }): Result<MarketEvent[]> {
  if (command.stamp !== venue.lastStamp) return accepted([])
  const samples = command.samples.filter(({ listing }) => venue.listings[listing] !== undefined)
  const { stamp, kind, venues } = command
  return accepted(samples.length === 0 ? [] : [{ type: 'sourcesSampled', stamp, kind, venues, samples }])
}

/** Decides an operator's or the market's command that changes durable state; reads only. */
export function decideMarket(venue: Venue, command: MarketCommand): Result<MarketEvent[]> {
  switch (command.type) {
    case 'listCurrency':
      return listCurrency(venue, command.code, command.scale)
    case 'listSymbol':
      return listSymbol(venue, command.terms)
    case 'configureListing':
      return configure(venue, command.listing, command.terms)
    case 'setListingTerms': {
      const { listing, terms } = command
      const old = venue.listings[listing]
      return old
        ? configure(venue, listing, { ...terms, halt: old.halt, haltReason: old.haltReason })
        : rejected('symbol_unknown')
    }
    case 'haltListing': {
      const old = venue.listings[command.listing]
      if (!old) return rejected('symbol_unknown')
      const terms = { ...old, halt: command.halt, haltReason: command.reason }
      return accepted([{ type: 'listingConfigured', listing: old.id, terms }])
    }
    case 'switchProduct': {
      const { country, product, on } = command
      return accepted([{ type: 'productSwitched', country, product, on }])
    }
    case 'sampleSources':
      return noteSources(venue, command)
    case 'sampleHeard': {
      const { stamp, kind, sources } = command
      return accepted(stamp === venue.lastStamp ? [{ type: 'heardSampled', stamp, kind, sources }] : [])
    }
    case 'sampleIndex': {
      // a clock that was set back may sample a second again: what settles on samples has seen the first
      if (command.stamp <= venue.lastStamp) return accepted([])
      const samples = command.samples
        .filter((sample) => venue.listings[sample.listing] !== undefined)
        .map(({ listing, indexTenths, sources, fresh }) => {
          return { listing, change: indexTenths - venue.lastSamples[listing], sources, fresh }
        })
      if (samples.length === 0) return accepted([])
      return accepted([{ type: 'indexSampled', stamp: command.stamp, kind: command.kind, samples }])
    }
  }
}

/** Changes the durable state by a market event. */
export function evolveMarket(venue: Venue, event: MarketEvent): void {
  switch (event.type) {
    case 'currencyListed': {
      const currency: Currency = { id: event.currency, code: event.code, scale: event.scale }
      venue.currencies[event.currency] = currency
      venue.ledger.openCurrency(event.currency)
      break
    }
    case 'symbolListed':
    case 'listingConfigured': {
      const listing = makeListing(event.listing, event.terms, venue.currencies)
      if (!listing) throw new RangeError(`listing ${event.listing} cannot be exact`)
      openListing(venue, listing)
      break
    }
    case 'productSwitched': {
      const pair = `${event.country}:${event.product}`
      if (event.on) venue.productsOn.add(pair)
      else venue.productsOn.delete(pair)
      break
    }
    case 'sourcesSampled':
    case 'heardSampled':
    case 'executionBegan':
    case 'marketSeen':
    case 'conditionsSeen':
      break
    case 'indexSampled':
      for (const { listing, change, sources } of event.samples) {
        venue.lastSamples[listing] += change
        if (event.kind !== 'live' || sources < liveSourcesMin || venue.lastSamples[listing] <= 0) continue
        venue.lastLive[listing] = { indexTenths: venue.lastSamples[listing], stamp: event.stamp }
      }
      venue.lastStamp = event.stamp
  }
}
