import { whoHolds } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { crossFigures } from './account.ts'
import { undecidedRefused } from './checks.ts'
import type { DerivativeEvent } from './event.ts'
import type { Step } from './match.ts'
import { cancelOrders, closingOf } from './orders.ts'
import type { DerivativeOrder, DerivativeState, Position } from './state.ts'
import type { DerivativeProduct } from './words.ts'

/** The own open order of an id, or why there is none: no such order, another's, or done with. */
export function ownOrder(
  state: DerivativeState,
  holder: HolderId,
  id: number,
  product: DerivativeProduct,
): Result<DerivativeOrder> {
  const order = state.orders.get(id)
  if (order?.product === product) return order.holder === holder ? accepted(order) : rejected('not_owner')
  return rejected(id > 0 && id < state.nextOrder ? 'order_done' : 'order_unknown')
}

/** The own open position of an id, or why there is none. */
export function ownPosition(state: DerivativeState, holder: HolderId, id: number): Result<Position> {
  const position = state.positions.get(id)
  if (!position || position.kind === 'ticket') return rejected('position_unknown')
  return position.holder === holder ? accepted(position) : rejected('not_owner')
}

/** Decides the cancelling of one open order; a disabled holder and a halted market may still cancel. */
export function cancelOne(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  id: number,
  product: DerivativeProduct,
): Result<readonly Step[]> {
  if (!venue.holders.find(holder)) return rejected('holder_unknown')
  const own = ownOrder(state, holder, id, product)
  return own.ok ? accepted([[closingOf(own.value, 'by_user')]]) : own
}

/** Decides the cancelling of all open orders of a product, of one symbol or ('') of all. */
export function cancelAll(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  symbol: string,
  product: DerivativeProduct,
): Result<readonly Step[]> {
  if (!venue.holders.find(holder)) return rejected('holder_unknown')
  const listing = listingNamed(venue, symbol)
  if (!listing.ok) return listing
  return accepted([cancelOrders(state, holder, product, listing.value, 'by_user')])
}

/** The listing of a symbol, or null for ('') all. */
export function listingNamed(venue: Venue, symbol: string): Result<number | null> {
  if (symbol === '') return accepted(null)
  const id = venue.listingByCode.get(symbol)
  return id === undefined ? rejected('symbol_unknown') : accepted(id)
}

/** Decides what is added to the own margin of a ticket or isolated position, from what is usable. */
export function addMargin(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  amount: bigint,
  now: number,
): Result<readonly Step[]> {
  if (amount <= 0n || position.kind === 'cross') return rejected('amount_invalid')
  const cross = crossFigures(state, venue, position.holder, now)
  if (cross.undecided !== null) return undecidedRefused(venue, cross.undecided)
  if (amount > cross.usable) return rejected('balance_insufficient_order')
  const { id, holder, listing, kind, margin } = position
  const event: DerivativeEvent = {
    type: 'marginAdded',
    position: id,
    holder,
    listing,
    kind,
    amount,
    margin: margin + amount,
  }
  return accepted([[event]])
}

/** Is the holder there? A disabled one too may close and protect what is open. */
export function mayAct(venue: Venue, holder: HolderId): Result<null> {
  const who = whoHolds(venue, holder)
  return who.ok ? accepted(null) : who
}
