import { divide, type Rounding } from '../money/round.ts'
import { marketRefusal } from './mark.ts'
import type { Listing } from './listing.ts'
import type { Venue } from './venue.ts'
import type { CurrencyId, Realm } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'

const usdt = 0

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

/**
 * The last price that was heard of a currency, however old, with its index (0 for USDT itself): enough to tell what an
 * amount is worth, not to trade on. Null where none was ever heard.
 */
export function lastPrice(venue: Venue, currency: CurrencyId): { price: Price; indexTenths: number } | null {
  if (currency === usdt) return { price: { numerator: 1n, denominator: 1n }, indexTenths: 0 }
  const listing = pricedBy(venue, currency)
  const indexTenths = listing ? venue.marks[listing.id].indexTenths || venue.lastSamples[listing.id] : 0
  return listing && indexTenths > 0 ? { price: unitPrice(listing, indexTenths), indexTenths } : null
}

/**
 * The price of a currency that may be traded on now, and the index that it comes from (0 for USDT itself), or why
 * there is none.
 */
export function tradablePrice(
  venue: Venue,
  currency: CurrencyId,
  realm: Realm,
  now: number,
): { readonly price: Price; readonly indexTenths: number } | CoreReason {
  if (currency === usdt) return { price: { numerator: 1n, denominator: 1n }, indexTenths: 0 }
  const listing = pricedBy(venue, currency)
  if (!listing) return 'exchange_pair_invalid'
  const mark = venue.marks[listing.id]
  const refusal = marketRefusal(listing, mark, realm, now)
  if (refusal) return refusal
  return { price: unitPrice(listing, mark.indexTenths), indexTenths: mark.indexTenths }
}
