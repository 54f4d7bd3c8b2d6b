import { mayTakeRisk, whoHolds } from '../book/checks.ts'
import type { Product } from '../capability/products.ts'
import { pricesWithin } from '../book/collar.ts'
import { closingRefusal } from '../book/mark.ts'
import { newRiskRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import { formatFixed } from '../money/decimal.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { Floor } from './ask.ts'
import { insuranceOf } from './effect.ts'
import type { DerivativeState } from './state.ts'
import { lotsDecimals, lotsMax, lotsMin, type Derivative } from './terms.ts'

/** May this holder take new risk in a product, and does the symbol's market take it? In the order of precedence. */
export function mayOpen(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  product: Product & ('contract' | 'perpetual'),
  symbol: string,
  now: number,
): Result<Floor> {
  const may = mayTakeRisk(venue, holder, product)
  if (!may.ok) return may
  const { realm } = may.value
  const found = floorOf(state, venue, symbol, realm)
  if (!found?.derivative[`${product}On`]) return rejected('symbol_unknown')
  const refusal = newRiskRefusal(found.listing, venue.marks.of(found.listing.id), realm, now)
  return refusal ? rejected(refusal) : accepted(found)
}

/**
 * May this holder order what only reduces, and does the symbol's market close? As {@link mayClose}: neither switch, name
 * nor lost condition stands before a way out, nor that the product has ended there.
 */
export function mayReduce(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  symbol: string,
  now: number,
): Result<Floor> {
  const who = whoHolds(venue, holder)
  if (!who.ok) return who
  const found = floorOf(state, venue, symbol, who.value.realm)
  if (!found) return rejected('symbol_unknown')
  const may = mayClose(venue, holder, found.listing.id, now)
  return may.ok ? accepted(found) : may
}

function floorOf(state: DerivativeState, venue: Venue, symbol: string, realm: Realm): Floor | null {
  const id = venue.listingByCode.get(symbol)
  const derivative = id === undefined ? undefined : state.terms[id]
  return id === undefined || !derivative ? null : { realm, listing: venue.listings[id], derivative }
}

/** May this holder close, and is the market of what it closes on? No switch, name, cap or disabling stands before a way out. */
export function mayClose(venue: Venue, holder: HolderId, listing: number, now: number): Result<Realm> {
  const who = whoHolds(venue, holder)
  if (!who.ok) return who
  const { realm } = who.value
  const refusal = closingRefusal(venue.listings[listing], venue.marks.of(listing), realm, now)
  return refusal ? rejected(refusal) : accepted(realm)
}

/**
 * The refusal of new risk and of moving anything out while the mark of a cross position, in `listing`, does not decide:
 * nobody knows what the account is worth.
 */
export function undecidedRefused(venue: Venue, listing: number): ReturnType<typeof rejected> {
  return rejected('position_undecided', { symbol: venue.listings[listing].code })
}

/** The refusal of a number of lots. */
export function lotsRefused(): ReturnType<typeof rejected> {
  return rejected('lots_invalid', {
    min: formatFixed(lotsMin, lotsDecimals),
    max: formatFixed(lotsMax, lotsDecimals).replace(/\.0+$/, ''),
  })
}

/** Whether a number of lots can be ordered: 0.01 to 500. */
export function lotsFault(lots: number): Result<null> {
  return lots >= lotsMin && lots <= lotsMax ? accepted(null) : lotsRefused()
}

/** Whether a limit may stand: above zero, within the listing's largest, and near the mark. */
export function priceFault({ listing, derivative }: Floor, price: number, markTenths: number): Result<null> {
  if (price <= 0 || price > listing.priceMax) return rejected('price_invalid')
  const { lowest, highest } = pricesWithin(markTenths, derivative.limitRateMax)
  if (price >= lowest && price <= highest) return accepted(null)
  const text = (ticks: number): string => formatFixed(ticks, listing.priceDecimals)
  return rejected('price_too_far', { min: text(lowest), max: text(highest) })
}

/** Whether a realm's insurance fund is too small for new leverage in a listing. */
export function leveragePaused(venue: Venue, derivative: Pick<Derivative, 'insuranceFloor'>, realm: Realm): boolean {
  const fund = insuranceOf(venue, realm)
  return fund <= 0n || fund < derivative.insuranceFloor
}
