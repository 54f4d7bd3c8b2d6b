import { mayTakeRisk, whoHolds, type Product } from '../book/checks.ts'
import { pricesWithin } from '../book/collar.ts'
import { closingRefusal } from '../book/mark.ts'
import { newRiskRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import { bracketOf } from '../margin/brackets.ts'
import { formatFixed } from '../money/decimal.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { Floor, PlaceAsk } from './ask.ts'
import { insuranceOf } from './effect.ts'
import type { DerivativeState } from './state.ts'
import { lotsDecimals, lotsMax, lotsMin, type Derivative } from './terms.ts'
import { lastMark, opens, usdt, worthOf } from './worth.ts'

/** A holder may have this many derivative orders open, and this many positions. */
export const openOrdersMax = 200
export const positionsMax = 200

/** May this holder take new risk in a product, and is the symbol's market on? In the order of precedence. */
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
  const id = venue.listingByCode.get(symbol)
  const derivative = id === undefined ? undefined : state.terms[id]
  const on = product === 'contract' ? derivative?.contractOn : derivative?.perpetualOn
  if (id === undefined || !derivative || !on) return rejected('symbol_unknown')
  const refusal = newRiskRefusal(venue.listings[id], venue.marks[id], may.value.realm, now)
  return refusal ? rejected(refusal) : accepted({ realm: may.value.realm, listing: venue.listings[id], derivative })
}

/** May this holder close, and is the market of what it closes on? No switch, name, cap or disabling stands before a way out. */
export function mayClose(venue: Venue, holder: HolderId, listing: number, now: number): Result<Realm> {
  const who = whoHolds(venue, holder)
  if (!who.ok) return who
  const { realm } = who.value
  const refusal = closingRefusal(venue.listings[listing], venue.marks[listing], realm, now)
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

// how many lots of a holder would be open in the listing if all that is asked for were
function wholeAfter(state: DerivativeState, ask: PlaceAsk): { whole: number; added: number; multipleMax: number } {
  const account = state.accounts.get(ask.holder)
  const listing = ask.floor.listing.id
  const net = ask.product === 'perpetual' ? account?.perpetual.get(listing) : undefined
  const reduces = net && net.side !== opens(ask.side) ? net.lots : 0
  const added = Math.max(0, ask.lots - reduces)
  let whole = (account?.lots.get(listing) ?? 0) + added - Math.min(reduces, ask.lots)
  let multipleMax = ask.multiple
  for (const order of account?.orders.values() ?? []) {
    if (order.listing !== listing || order.reduceOnly) continue
    whole += order.lots - order.filled
    multipleMax = Math.max(multipleMax, order.multiple)
  }
  for (const position of account?.positions.values() ?? []) {
    if (position.listing === listing && position !== net) multipleMax = Math.max(multipleMax, position.multiple)
  }
  return { whole, added, multipleMax }
}

/**
 * The caps of an opening order: its multiple is offered and none of the holder's in the listing passes what the bracket
 * of all its lots there allows; so many orders and positions; open interest; and the insurance fund's floor.
 */
export function capFault(state: DerivativeState, venue: Venue, ask: PlaceAsk): Result<null> {
  const { derivative, realm, listing } = ask.floor
  const account = state.accounts.get(ask.holder)
  const { whole, added, multipleMax } = wholeAfter(state, ask)
  const notional = worthOf(derivative, whole, lastMark(venue, listing.id))
  const most = bracketOf(derivative.brackets, notional).multipleMax
  // what only shrinks keeps the multiple at which it was opened
  if (added > 0 && (!derivative.multiples.includes(ask.multiple) || multipleMax > most)) {
    const offered = derivative.multiples.filter((multiple) => multiple <= most).at(-1) ?? most
    return rejected('multiple_invalid', { max: `${offered}` })
  }
  if ((account?.orders.size ?? 0) >= openOrdersMax) return rejected('open_orders_too_many', { max: `${openOrdersMax}` })
  if (added === 0) return accepted(null)
  if (positionsAfter(state, ask) > positionsMax) return rejected('positions_too_many', { max: `${positionsMax}` })
  const scale = venue.currencies[usdt].scale
  const show = (amount: bigint): string => formatFixed(amount, scale).replace(/\.?0+$/, '')
  if (notional > derivative.openInterestUserMax) {
    return rejected('open_interest_user_max', { max: show(derivative.openInterestUserMax) })
  }
  const lots = (opens(ask.side) === 'long' ? state.longLots : state.shortLots)[realm][listing.id] ?? 0
  if (worthOf(derivative, lots + added, lastMark(venue, listing.id)) > derivative.openInterestMax) {
    return rejected('open_interest_max', { max: show(derivative.openInterestMax) })
  }
  return leveragePaused(venue, derivative, realm) ? rejected('leverage_paused') : accepted(null)
}

/** Whether a realm's insurance fund is too small for new leverage in a listing. */
export function leveragePaused(venue: Venue, derivative: Pick<Derivative, 'insuranceFloor'>, realm: Realm): boolean {
  const fund = insuranceOf(venue, realm)
  return fund <= 0n || fund < derivative.insuranceFloor
}

function positionsAfter(state: DerivativeState, ask: PlaceAsk): number {
  const account = state.accounts.get(ask.holder)
  if (!account) return 1
  if (ask.product === 'perpetual' && account.perpetual.has(ask.floor.listing.id)) return account.positions.size
  let coming = 1
  for (const order of account.orders.values()) {
    if (order.product === 'contract' && !account.positions.has(order.id)) coming++
  }
  return account.positions.size + coming
}
