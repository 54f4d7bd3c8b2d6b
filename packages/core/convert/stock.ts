import { houseAgeMaxMs } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { pricedBy, tradablePrice, unitPrice, worthAt, type Price } from '../book/worth.ts'
import { realms, type CurrencyId, type Realm } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'
import type { ConversionTerms } from './terms.ts'

// What the desk exchanges at an index bears the risk that the index moves, so it is bounded as the house's ladder is in
// the book: a stock of each currency but USDT, which every conversion into or out of it draws on and which comes back
// with time. Its amounts are worths in smallest units of USDT.

/** How much of a stock was drawn at a time, UTC milliseconds of the engine. */
export interface DeskDrawn {
  readonly drawn: bigint
  readonly at: number
}

/** What is drawn of the stocks of a realm, by currency. */
export type DeskStocks = Record<Realm, (DeskDrawn | undefined)[]>

type Refill = Pick<ConversionTerms, 'refillPerSecond'>

/** What is drawn of a stock now; what has come back since is rounded down. */
function drawnNow({ drawn, at }: DeskDrawn, now: number, { refillPerSecond }: Refill): bigint {
  const back = now > at ? (refillPerSecond * BigInt(now - at)) / 1_000n : 0n
  return back >= drawn ? 0n : drawn - back
}

/** What the desk's stock of a currency still gives or takes; null for USDT, in which there is no risk. */
export function deskStock(
  { drawn, terms }: { readonly drawn: DeskStocks; readonly terms: ConversionTerms },
  realm: Realm,
  currency: CurrencyId,
  now: number,
): bigint | null {
  if (currency === 0) return null
  const kept = drawn[realm][currency]
  return kept ? terms.stockMax - drawnNow(kept, now, terms) : terms.stockMax
}

/** Notes what is drawn of each stock now: what came back until now came by `terms`, and the rest comes by others. */
export function settleStocks(stocks: DeskStocks, now: number, terms: Refill): void {
  for (const realm of realms) {
    for (const [currency, one] of stocks[realm].entries()) {
      if (one) stocks[realm][currency] = { drawn: drawnNow(one, now, terms), at: Math.max(now, one.at) }
    }
  }
}

interface Converted {
  readonly realm: Realm
  readonly source: CurrencyId
  readonly target: CurrencyId
  readonly sourceAmount: bigint
  readonly targetAmount: bigint
  readonly fee: bigint
  readonly sourceIndex: number
  readonly targetIndex: number
}

/** Draws what a conversion came to on the stocks of its two currencies. */
export function drawStock(
  { drawn: stocks, terms }: { readonly drawn: DeskStocks; readonly terms: Refill },
  venue: Venue,
  event: Converted,
  now: number,
): void {
  const { realm, source, target, sourceIndex, targetIndex } = event
  const sides = [
    { currency: source, index: sourceIndex, amount: event.sourceAmount },
    { currency: target, index: targetIndex, amount: event.targetAmount + event.fee },
  ]
  for (const { currency, index, amount } of sides) {
    const listing = pricedBy(venue, currency)
    // USDT is priced by no listing, and bears no risk
    if (!listing) continue
    const before = stocks[realm][currency]
    const worth = worthAt(amount, unitPrice(listing, index), 'up')
    stocks[realm][currency] = { drawn: (before ? drawnNow(before, now, terms) : 0n) + worth, at: now }
  }
}

/**
 * The price at which the desk exchanges a currency now: that of the index, where the house would stand in the book by
 * it, which is for a second after it was heard.
 */
export function deskPrice(
  venue: Venue,
  currency: CurrencyId,
  realm: Realm,
  now: number,
): { readonly price: Price; readonly indexTenths: number } | CoreReason {
  const found = tradablePrice(venue, currency, realm, now)
  if (typeof found === 'string' || currency === 0) return found
  const listing = pricedBy(venue, currency)
  return listing && now - venue.marks.of(listing.id).time <= houseAgeMaxMs ? found : 'market_stale'
}
