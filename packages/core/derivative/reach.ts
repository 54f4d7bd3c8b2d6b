import type { ListingId } from '../book/listing.ts'
import type { DerivativeAccount, DerivativeOrder, DerivativeState, Position, Reach } from './state.ts'

const nothing: Readonly<Reach> = {
  ticketsLong: 0,
  ticketsShort: 0,
  comingLong: 0,
  comingShort: 0,
  net: 0,
  buys: 0,
  sells: 0,
}

/** What a holder could reach in a listing as it stands; do not change it. */
export function reachOf(account: DerivativeAccount | undefined, listing: ListingId): Readonly<Reach> {
  return account?.reach.get(listing) ?? nothing
}

/** The most lots that could be long at once, tickets and the net position added up. */
export function longReach({ ticketsLong, comingLong, net, buys }: Readonly<Reach>): number {
  return ticketsLong + comingLong + Math.max(0, net + buys)
}

/** The most lots that could be short at once. */
export function shortReach({ ticketsShort, comingShort, net, sells }: Readonly<Reach>): number {
  return ticketsShort + comingShort + Math.max(0, sells - net)
}

/** The most lots that could be open at once, both sides added up: the net position stands on one of them. */
export function wholeReach(reach: Readonly<Reach>): number {
  const { ticketsLong, comingLong, ticketsShort, comingShort, net, buys, sells } = reach
  return ticketsLong + comingLong + ticketsShort + comingShort + Math.max(net + buys, sells - net)
}

/** The reach with further lots on order. */
export function withOrder(
  reach: Readonly<Reach>,
  order: Pick<DerivativeOrder, 'product' | 'side'>,
  lots: number,
): Reach {
  const changed = { ...reach }
  addOrder(changed, order, lots)
  return changed
}

function addOrder(reach: Reach, { product, side }: Pick<DerivativeOrder, 'product' | 'side'>, lots: number): void {
  if (product === 'contract') {
    if (side === 'buy') reach.comingLong += lots
    else reach.comingShort += lots
  } else if (side === 'buy') reach.buys += lots
  else reach.sells += lots
}

function changeReach(
  state: DerivativeState,
  account: DerivativeAccount,
  listing: ListingId,
  change: (reach: Reach) => void,
): void {
  const known = account.reach.get(listing)
  const reach = known ?? { ...nothing }
  const long = longReach(reach)
  const short = shortReach(reach)
  change(reach)
  const sums = state.reach[account.realm]
  const sum = (sums[listing] ??= { long: 0, short: 0 })
  sum.long += longReach(reach) - long
  sum.short += shortReach(reach) - short
  if (!known) account.reach.set(listing, reach)
  else if (longReach(reach) + shortReach(reach) + reach.buys + reach.sells === 0) account.reach.delete(listing)
}

/** Counts lots added to (or, below zero, taken from) an open order; only orders that may open count. */
export function reachOrdered(
  state: DerivativeState,
  account: DerivativeAccount,
  order: Pick<DerivativeOrder, 'listing' | 'product' | 'side' | 'purpose'>,
  lots: number,
): void {
  if (lots === 0 || order.purpose !== 'open') return
  changeReach(state, account, order.listing, (reach) => addOrder(reach, order, lots))
}

/** Counts lots added to (or taken from) an open position. */
export function reachOpen(
  state: DerivativeState,
  account: DerivativeAccount,
  { listing, kind, side }: Pick<Position, 'listing' | 'kind' | 'side'>,
  lots: number,
): void {
  if (lots === 0) return
  changeReach(state, account, listing, (reach) => {
    if (kind !== 'ticket') reach.net += side === 'long' ? lots : -lots
    else if (side === 'long') reach.ticketsLong += lots
    else reach.ticketsShort += lots
  })
}
