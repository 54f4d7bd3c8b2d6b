import { noSlot } from '../book/book.ts'
import { emptyLadder } from '../book/ladder.ts'
import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { realms, type HolderId, type Realm } from '../ledger/holders.ts'
import { steps, ticks } from '../money/units.ts'
import { requiredBy } from './account.ts'
import { reachOpen, reachOrdered } from './reach.ts'
import {
  closersOf,
  derivativeBook,
  stands,
  type DerivativeAccount,
  type DerivativeOrder,
  type DerivativeState,
  type Position,
} from './state.ts'
import { opens } from './worth.ts'

// How what is open is kept: the one place that adds, changes and removes orders and positions, with all that is counted
// of them.

/** A holder's account, made at its first use. */
export function accountOf(state: DerivativeState, venue: Venue, holder: HolderId): DerivativeAccount {
  const known = state.accounts.get(holder)
  if (known) return known
  const made: DerivativeAccount = {
    holder,
    realm: venue.holders.realm(holder),
    positions: new Map(),
    perpetual: new Map(),
    orders: new Map(),
    settings: new Map(),
    lots: new Map(),
    reach: new Map(),
    perpetualHold: 0n,
    required: 0n,
    crossCount: 0,
    reduceOnlyCount: 0,
    takeoverAfter: 0,
  }
  state.accounts.set(holder, made)
  return made
}

/** The open order of an id; throws where the event's promise that it is open does not hold. */
export function openOrder(state: DerivativeState, id: number): DerivativeOrder {
  const order = state.orders.get(id)
  if (!order) throw new RangeError(`derivative order ${id} is not open`)
  return order
}

export function openPosition(state: DerivativeState, id: number): Position {
  const position = state.positions.get(id)
  if (!position) throw new RangeError(`position ${id} is not open`)
  return position
}

/** Takes an order among the open ones. */
export function admitOrder(state: DerivativeState, account: DerivativeAccount, order: DerivativeOrder): void {
  state.orders.set(order.id, order)
  account.orders.set(order.id, order)
  if (order.reduceOnly) account.reduceOnlyCount++
  reachOrdered(state, account, order, order.lots - order.filled)
}

export function dismissOrder(state: DerivativeState, order: DerivativeOrder): void {
  const account = state.accounts.get(order.holder)
  state.orders.delete(order.id)
  account?.orders.delete(order.id)
  if (!account) return
  if (order.reduceOnly) account.reduceOnlyCount--
  reachOrdered(state, account, order, order.filled - order.lots)
}

/** Puts an order's rest into the book, behind all others at its price. */
export function restInBook(state: DerivativeState, realm: Realm, order: DerivativeOrder): void {
  const left = steps(order.lots - order.filled)
  order.slot = derivativeBook(state, realm, order.listing).add(order.side, ticks(order.price), left, order)
  order.arrival = state.arrivals++
  countCloser(state, realm, order)
}

/** Takes an order out of the book. */
export function leaveBook(state: DerivativeState, realm: Realm, order: DerivativeOrder): void {
  if (!stands(order)) return
  derivativeBook(state, realm, order.listing).remove(order.slot)
  leftBook(state, realm, order)
}

/** Takes lots off an order that stands in the book, which it leaves with the last of them. */
export function shrinkInBook(state: DerivativeState, realm: Realm, order: DerivativeOrder, lots: number): void {
  const book = derivativeBook(state, realm, order.listing)
  const isLast = book.quantity(order.slot) === lots
  book.reduce(order.slot, lots)
  if (isLast) leftBook(state, realm, order)
}

function leftBook(state: DerivativeState, realm: Realm, order: DerivativeOrder): void {
  order.slot = noSlot
  countCloser(state, realm, order)
}

// an order is a closer while it stands and would reduce: what rests to reduce alone always does
function countCloser(state: DerivativeState, realm: Realm, order: DerivativeOrder): void {
  const net = order.product === 'perpetual' ? state.accounts.get(order.holder)?.perpetual.get(order.listing) : undefined
  const isCloser = stands(order) && (order.reduceOnly || (net !== undefined && net.side !== opens(order.side)))
  if (isCloser === order.isCloser) return
  order.isCloser = isCloser
  const closers = closersOf(state, realm, order.listing)[order.side]
  if (isCloser) closers.add(order)
  else closers.remove(order)
}

// a net position that comes or goes makes others of its holder's resting orders reduce
function countClosers(state: DerivativeState, account: DerivativeAccount, listing: ListingId): void {
  for (const order of account.orders.values()) {
    if (order.listing === listing && stands(order)) countCloser(state, account.realm, order)
  }
}

// all that is kept of a position beside itself: lots by listing and side, and what the cross account requires
function count(state: DerivativeState, account: DerivativeAccount, position: Position, lots: number, required: bigint) {
  const { listing, side } = position
  const whole = (account.lots.get(listing) ?? 0) + lots
  if (whole === 0) account.lots.delete(listing)
  else account.lots.set(listing, whole)
  const sums = (side === 'long' ? state.longLots : state.shortLots)[account.realm]
  sums[listing] = (sums[listing] ?? 0) + lots
  reachOpen(state, account, position, lots)
  account.required += required
  state.touched.positions.add(position.id)
  state.touched.holders.add(account.holder)
}

/** Takes a position among the open ones. */
export function admitPosition(state: DerivativeState, account: DerivativeAccount, position: Position): void {
  state.positions.set(position.id, position)
  account.positions.set(position.id, position)
  if (position.kind !== 'ticket') {
    account.perpetual.set(position.listing, position)
    countClosers(state, account, position.listing)
  }
  if (position.kind === 'cross') account.crossCount++
  count(state, account, position, position.lots, requiredBy(position))
}

export function changePosition(
  state: DerivativeState,
  account: DerivativeAccount,
  position: Position,
  to: { readonly lots: number; readonly cost: bigint; readonly margin: bigint },
): void {
  const before = requiredBy(position)
  const lots = to.lots - position.lots
  position.lots = to.lots
  position.cost = to.cost
  position.margin = to.margin
  count(state, account, position, lots, requiredBy(position) - before)
  if (to.lots > 0) return
  state.positions.delete(position.id)
  account.positions.delete(position.id)
  if (position.kind !== 'ticket') {
    account.perpetual.delete(position.listing)
    countClosers(state, account, position.listing)
  }
  if (position.kind === 'cross') account.crossCount--
}

/** Makes a derivative's ambient places. */
export function openDerivative(
  state: DerivativeState,
  derivative: NonNullable<DerivativeState['terms'][number]>,
): void {
  state.terms[derivative.listing] = derivative
  for (const realm of realms) state.ladders[realm][derivative.listing] ??= emptyLadder()
}
