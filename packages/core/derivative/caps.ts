import type { Venue } from '../book/venue.ts'
import { bracketOf } from '../margin/brackets.ts'
import { formatFixed } from '../money/decimal.ts'
import { takesRisk } from '../book/realMoney.ts'
import { openOrdersFault } from '../book/openOrders.ts'
import { usdt } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { wholeLots } from './account.ts'
import type { PlaceAsk } from './ask.ts'
import { bracketsOfVersion } from './bracketVersions.ts'
import { leveragePaused } from './checks.ts'
import { positionOf } from './effect.ts'
import { longReach, reachOf, shortReach, wholeReach, withOrder } from './reach.ts'
import {
  derivativeOf,
  type DerivativeAccount,
  type DerivativeOrder,
  type DerivativeState,
  type Position,
  type Reach,
} from './state.ts'
import { lastMark, opens, worthOf } from './worth.ts'

/** A holder may have this many positions. */
export const positionsMax = 200

/** What of an order is asked to pass the caps. `instead` is the resting order whose place it would take. */
export type CapsAsk = Pick<
  PlaceAsk,
  'floor' | 'holder' | 'product' | 'side' | 'kind' | 'timeInForce' | 'lots' | 'multiple'
> & {
  readonly instead?: DerivativeOrder
}

interface Growth {
  /** The lots by which the order could raise what is open, and those that could be open then. */
  readonly added: number
  readonly whole: number
  /** By how much the most that could be open on the order's side grows. */
  readonly sideGrows: number
}

// what rests already takes from what a further resting order would reduce; one that trades at once comes before all that
function growthOf(account: DerivativeAccount | undefined, ask: CapsAsk): Growth {
  const known = reachOf(account, ask.floor.listing.id)
  const before = ask.instead ? withOrder(known, ask.instead, ask.instead.filled - ask.instead.lots) : known
  const side = ask.side === 'buy' ? longReach : shortReach
  const waits = ask.kind === 'limit' && (ask.timeInForce === 'GTC' || ask.timeInForce === 'POST_ONLY')
  if (waits || ask.product === 'contract') {
    const after = withOrder(before, ask, ask.lots)
    const sideGrows = side(after) - side(before)
    return { added: sideGrows, whole: wholeReach(after), sideGrows }
  }
  const signed = ask.side === 'buy' ? ask.lots : -ask.lots
  const after: Reach = { ...before, net: before.net + signed }
  const reduces = Math.max(0, ask.side === 'buy' ? -before.net : before.net)
  return { added: Math.max(0, ask.lots - reduces), whole: wholeReach(after), sideGrows: side(after) - side(before) }
}

// the highest multiple among a holder's tickets in a listing; the net position's is that of every perpetual order
function ticketMultipleMax(account: DerivativeAccount | undefined, listing: number): number {
  let most = 0
  for (const position of account?.positions.values() ?? []) {
    if (position.listing === listing && position.kind === 'ticket') most = Math.max(most, position.multiple)
  }
  return most
}

function multipleMaxOf(account: DerivativeAccount | undefined, ask: CapsAsk): number {
  let most = Math.max(ask.multiple, ticketMultipleMax(account, ask.floor.listing.id))
  const net = account?.perpetual.get(ask.floor.listing.id)
  if (net && ask.product === 'contract') most = Math.max(most, net.multiple)
  for (const order of account?.orders.values() ?? []) {
    if (order.listing === ask.floor.listing.id && !order.reduceOnly) most = Math.max(most, order.multiple)
  }
  return most
}

/**
 * The caps of an order that may open: its multiple is offered and none of the holder's in the listing passes what the
 * bracket of all the lots allows that could be open there; the orders and positions open; the open interest that could
 * be reached, the holder's and the symbol's; and the insurance fund's floor. What can only reduce passes.
 */
export function capFault(state: DerivativeState, venue: Venue, ask: CapsAsk): Result<null> {
  const { derivative, realm, listing } = ask.floor
  const account = state.accounts.get(ask.holder)
  const { added, whole, sideGrows } = growthOf(account, ask)
  const mark = lastMark(venue, listing.id)
  const notional = worthOf(derivative, whole, mark)
  const most = bracketOf(derivative.brackets, notional).multipleMax
  // what only shrinks keeps the multiple at which it was opened
  if (added > 0 && (!derivative.multiples.includes(ask.multiple) || multipleMaxOf(account, ask) > most)) {
    const offered = derivative.multiples.filter((multiple) => multiple <= most).at(-1) ?? most
    return rejected('multiple_invalid', { max: `${offered}` })
  }
  const orders = ask.instead ? null : openOrdersFault(venue, ask.holder)
  if (orders) return orders
  if (added === 0) return accepted(null)
  if (!ask.instead && positionsAfter(state, ask) > positionsMax) {
    return rejected('positions_too_many', { max: `${positionsMax}` })
  }
  const scale = venue.currencies[usdt].scale
  const show = (amount: bigint): string => formatFixed(amount, scale).replace(/\.?0+$/, '')
  if (notional > derivative.openInterestUserMax) {
    return rejected('open_interest_user_max', { max: show(derivative.openInterestUserMax) })
  }
  const sums = state.reach[realm][listing.id] ?? { long: 0, short: 0 }
  const known = opens(ask.side) === 'long' ? sums.long : sums.short
  const instead = reachWithout(account, ask)
  if (worthOf(derivative, known - instead + sideGrows, mark) > derivative.openInterestMax) {
    return rejected('open_interest_max', { max: show(derivative.openInterestMax) })
  }
  return leveragePaused(venue, derivative, realm) ? rejected('leverage_paused') : accepted(null)
}

// by how much the order that would be replaced, if any, raises what could be open on its side
function reachWithout(account: DerivativeAccount | undefined, { floor, instead }: CapsAsk): number {
  if (!instead) return 0
  const known = reachOf(account, floor.listing.id)
  const without = withOrder(known, instead, instead.filled - instead.lots)
  const side = instead.side === 'buy' ? longReach : shortReach
  return side(known) - side(without)
}

function positionsAfter(state: DerivativeState, ask: CapsAsk): number {
  const account = state.accounts.get(ask.holder)
  if (!account) return 1
  if (ask.product === 'perpetual' && account.perpetual.has(ask.floor.listing.id)) return account.positions.size
  let coming = 1
  for (const order of account.orders.values()) {
    if (order.product === 'contract' && !account.positions.has(order.id)) coming++
  }
  return account.positions.size + coming
}

/**
 * How many of its lots an order may fill now: all of them, or only those that close where its market takes no new risk, or
 * where the rest would open more than its caps, its bracket or the pause of new leverage allow. `opened` are lots that
 * others open on its side before.
 */
export function fillableLots(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  lots: number,
  now: number,
  opened = 0,
): number {
  const position = positionOf(state, order)
  const closing = position && position.side !== opens(order.side) ? Math.min(lots, position.lots) : 0
  if (lots === closing) return lots
  const isOpen = takesRisk(venue, venue.listings[order.listing], venue.holders.realm(order.holder), now)
  return isOpen && mayOpenNow(state, venue, order, position, closing, lots - closing, opened) ? lots : closing
}

function mayOpenNow(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  position: Position | undefined,
  closing: number,
  opening: number,
  opened: number,
): boolean {
  const { holder, listing, side } = order
  const derivative = derivativeOf(state, listing)
  const account = state.accounts.get(holder)
  if (!account || leveragePaused(venue, derivative, account.realm)) return false
  const mark = lastMark(venue, listing)
  const notional = worthOf(derivative, wholeLots(state, holder, listing) + opening - closing, mark)
  if (notional > derivative.openInterestUserMax) return false
  const sums = (opens(side) === 'long' ? state.longLots : state.shortLots)[account.realm]
  if (worthOf(derivative, (sums[listing] ?? 0) + opened + opening, mark) > derivative.openInterestMax) return false
  const most = bracketOf(bracketsOfVersion(state, order), notional).multipleMax
  const net = account.perpetual.get(listing)
  const others = Math.max(ticketMultipleMax(account, listing), net === position ? 0 : (net?.multiple ?? 0))
  return Math.max(order.multiple, others) <= most
}
