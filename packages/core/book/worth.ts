import { divide, type Rounding } from '../money/round.ts'
import { isLivePrice, newRiskRefusal } from './realMoney.ts'
import type { Listing } from './listing.ts'
import type { Venue } from './venue.ts'
import type { CurrencyId, Realm } from '../ledger/holders.ts'
import { dayMs, usdt } from '../money/units.ts'
import type { CoreReason } from '../result/reason.ts'

/** The exact price of one smallest unit in smallest units of USDT, as a fraction. */
export interface Price {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The price of a base currency's smallest unit at an index in tenths of a tick. */
export function unitPrice(listing: Listing, indexTenths: number): Price {
  return {
    numerator: BigInt(indexTenths) * BigInt(listing.quotePerTickStep),
    denominator: 10n * BigInt(listing.basePerStep),
  }
}

/** What an amount is worth in smallest units of USDT. */
export function worthAt(amount: bigint, price: Price, rounding: Rounding): bigint {
  return divide(amount * price.numerator, price.denominator, rounding)
}

/** The listing against USDT by which a currency is priced. */
export function pricedBy(venue: Venue, currency: CurrencyId): Listing | undefined {
  return venue.listings.find((listing) => listing.base === currency && listing.quote === usdt)
}

/** A price with the index in tenths of a tick that it comes from; 0 for USDT itself. */
export interface Priced {
  readonly price: Price
  readonly indexTenths: number
}

const usdtPriced: Priced = { price: { numerator: 1n, denominator: 1n }, indexTenths: 0 }

/**
 * What a currency is worth now by live sources alone: no simulated, replayed or old price, and none of too few sources
 * says what real money is worth. Null where there is none.
 */
export function livePrice(venue: Venue, currency: CurrencyId, now: number): Priced | null {
  if (currency === usdt) return usdtPriced
  const listing = pricedBy(venue, currency)
  if (!listing) return null
  const mark = venue.marks.of(listing.id)
  if (!isLivePrice(mark, now) || mark.indexTenths <= 0) return null
  return { price: unitPrice(listing, mark.indexTenths), indexTenths: mark.indexTenths }
}

/** How long the last live sample says what a currency is worth, where there is no live price now. */
export const keptPriceAgeMaxMs = dayMs

/** As {@link livePrice}; where there is none now, by the last live sample of a day at most, which survives a restart. */
export function keptPrice(venue: Venue, currency: CurrencyId, now: number): Priced | null {
  const live = livePrice(venue, currency, now)
  const listing = pricedBy(venue, currency)
  if (live || !listing) return live
  const { indexTenths, stamp } = venue.lastLive[listing.id]
  if (indexTenths <= 0 || now - stamp > keptPriceAgeMaxMs) return null
  return { price: unitPrice(listing, indexTenths), indexTenths }
}

/**
 * The price of a currency that may be traded on now, and the index that it comes from (0 for USDT itself), or why
 * there is none.
 */
export function tradablePrice(venue: Venue, currency: CurrencyId, realm: Realm, now: number): Priced | CoreReason {
  if (currency === usdt) return usdtPriced
  const listing = pricedBy(venue, currency)
  if (!listing) return 'exchange_pair_invalid'
  const mark = venue.marks.of(listing.id)
  const refusal = newRiskRefusal(listing, mark, realm, now)
  if (refusal) return refusal
  return { price: unitPrice(listing, mark.indexTenths), indexTenths: mark.indexTenths }
}
