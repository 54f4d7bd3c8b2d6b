import { bool, list, oneOf, struct, text, u53, type Of } from '../codec/codec.ts'
import type { CurrencyId } from '../ledger/holders.ts'

export type ListingId = number

/** The most listings there can be, numbered from 0. */
export const listingsMax = 256

/** The most currencies there can be, numbered from 0, and the most decimals of one. */
export const currenciesMax = 64
export const currencyScaleMax = 12

/** A currency and the decimals of its smallest unit. */
export interface Currency {
  readonly id: CurrencyId
  readonly code: string
  readonly scale: number
}

/** How the house quotes around the index: see `ladder.ts`. Quantities in steps, rates at 10⁻⁹. */
export const ladderCodec = struct({
  levels: u53,
  halfSpreadRate: u53,
  gapRate: u53,
  levelQuantity: u53,
  refillPerSecond: u53,
  positionMax: u53,
})

/** The session hours of a day of the week in UTC minutes, `from` inclusive, `to` exclusive. */
export const sessionCodec = struct({ weekday: u53, fromMinute: u53, toMinute: u53 })

export const haltStates = ['trading', 'cancel_only', 'halted'] as const

/** A market's terms. `tick` is 10^-priceDecimals of the quote currency, `step` 10^-quantityDecimals of the base. */
export const listingCodec = struct({
  code: text,
  base: u53,
  quote: u53,
  priceDecimals: u53,
  quantityDecimals: u53,
  priceMax: u53,
  quantityMax: u53,
  /** Spot amounts must be above this many smallest units of the quote currency. */
  notionalMinExclusive: u53,
  feeRateMaker: u53,
  feeRateTaker: u53,
  collarRate: u53,
  ladder: ladderCodec,
  /** Empty means around the clock. */
  sessions: list(sessionCodec),
  halt: oneOf(haltStates),
  haltReason: text,
  spot: bool,
})

export type ListingTerms = Of<typeof listingCodec>
export type LadderTerms = Of<typeof ladderCodec>

/** The one fact that others than the market's own tell of it: who halts it changes its terms. */
export const listingConfigured = [3, struct({ listing: u53, terms: listingCodec })] as const
export type ListingConfigured = { readonly type: 'listingConfigured' } & Of<(typeof listingConfigured)[1]>

/** A listing with what follows from its terms, so that hot paths need not derive it. */
export interface Listing extends ListingTerms {
  readonly id: ListingId
  /** Smallest units of the quote currency that one step costs at a price of one tick. */
  readonly quotePerTickStep: number
  /** Smallest units of the base currency in one step. */
  readonly basePerStep: number
}

/** The change of a market's terms by which it is halted, or goes on; none where it stands so. */
export function haltOf(
  listings: readonly Listing[],
  id: ListingId,
  halt: Listing['halt'],
  haltReason: string,
): ListingConfigured[] {
  const listing = listings.at(id)
  if (!listing || (listing.halt === halt && listing.haltReason === haltReason)) return []
  return [{ type: 'listingConfigured', listing: id, terms: { ...listing, halt, haltReason } }]
}

/**
 * Derives a listing from its terms; null where they cannot be exact: price × quantity must be whole in the quote
 * currency's smallest unit, and the largest products must stay within 2⁵³.
 */
export function makeListing(id: ListingId, terms: ListingTerms, currencies: readonly Currency[]): Listing | null {
  const base: Currency | undefined = currencies[terms.base]
  const quote: Currency | undefined = currencies[terms.quote]
  if (!base || !quote || base === quote) return null
  const quoteShift = quote.scale - terms.priceDecimals - terms.quantityDecimals
  const baseShift = base.scale - terms.quantityDecimals
  if (quoteShift < 0 || baseShift < 0) return null
  const quotePerTickStep = 10 ** quoteShift
  const basePerStep = 10 ** baseShift
  const largest = [terms.priceMax, terms.quantityMax, terms.quantityMax * basePerStep]
  if (!largest.every((value) => Number.isSafeInteger(value) && value > 0)) return null
  if (terms.feeRateMaker >= 100_000_000 || terms.feeRateTaker >= 100_000_000) return null
  if (terms.ladder.levels > 50 || terms.collarRate >= 1_000_000_000) return null
  return {
    // field by field: the engine reads them for every order, and a copy of what a codec read is a slow hash table
    code: terms.code,
    base: terms.base,
    quote: terms.quote,
    priceDecimals: terms.priceDecimals,
    quantityDecimals: terms.quantityDecimals,
    priceMax: terms.priceMax,
    quantityMax: terms.quantityMax,
    notionalMinExclusive: terms.notionalMinExclusive,
    feeRateMaker: terms.feeRateMaker,
    feeRateTaker: terms.feeRateTaker,
    collarRate: terms.collarRate,
    ladder: terms.ladder,
    sessions: terms.sessions,
    halt: terms.halt,
    haltReason: terms.haltReason,
    spot: terms.spot,
    id,
    quotePerTickStep,
    basePerStep,
  }
}

/** The largest amount in the quote currency's smallest units that one order may be worth. */
export const notionalMax = 2 ** 52

/**
 * What `quantity` steps cost at `price` ticks in the quote currency's smallest units; exact, or infinite where it
 * passes {@link notionalMax}.
 */
export function notional(listing: Listing, price: number, quantity: number): number {
  const value = price * quantity * listing.quotePerTickStep
  return value <= notionalMax ? value : Number.POSITIVE_INFINITY
}
