import type { Venue } from '../book/venue.ts'
import { crossFigures, requiredBy } from '../derivative/account.ts'
import { figuresOf } from '../derivative/figures.ts'
import { ordersOf } from '../derivative/orders.ts'
import { orderViewOf } from '../derivative/orderView.ts'
import type { DerivativeState, Position } from '../derivative/state.ts'
import type { DerivativeOrderView, PerpetualAccountView, PositionView } from '../derivative/view.ts'
import { changeable, settingOf } from './setting.ts'
import type { HolderId } from '../ledger/holders.ts'
import { rateOneBig } from '../money/units.ts'

/** An open perpetual position as it is shown. */
export function positionViewOf(state: DerivativeState, venue: Venue, position: Position, now: number): PositionView {
  const { id, holder, listing, kind, side, lots, cost, multiple, feePaid, realised, funding } = position
  return {
    position: id,
    holder,
    listing,
    kind,
    side,
    lots,
    cost,
    multiple,
    margin: kind === 'cross' ? requiredBy(position) : position.margin,
    feePaid,
    realised,
    funding,
    stopLoss: position.stopLoss,
    takeProfit: position.takeProfit,
    triggered: position.triggered,
    ...figuresOf(state, venue, position, now),
    openedAt: position.openedAt,
    updatedAt: position.updatedAt,
  }
}

/** A holder's open perpetual positions in the order in which they were opened. */
export function positionViewsOf(state: DerivativeState, venue: Venue, holder: HolderId, now: number): PositionView[] {
  const found = [...(state.accounts.get(holder)?.perpetual.values() ?? [])]
  return found.map((position) => positionViewOf(state, venue, position, now))
}

/** A holder's open perpetual orders, oldest first. */
export function perpetualOrderViews(state: DerivativeState, holder: HolderId): DerivativeOrderView[] {
  return ordersOf(state, holder, 'perpetual', null).map(orderViewOf)
}

/** How a listing is set for a holder. */
export function settingViewOf(
  state: DerivativeState,
  holder: HolderId,
  listing: number,
): PerpetualAccountView['settings'][number] | null {
  const derivative = state.terms[listing]
  if (!derivative) return null
  return { listing, ...settingOf(state, holder, derivative), changeable: changeable(state, holder, listing) }
}

/** A holder's cross account as it is shown. */
export function perpetualAccountOf(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  now: number,
): PerpetualAccountView {
  const account = state.accounts.get(holder)
  const cross = crossFigures(state, venue, holder, now)
  let heldByOrders = 0n
  let heldIsolated = 0n
  for (const order of account?.orders.values() ?? []) heldByOrders += order.hold
  for (const position of account?.positions.values() ?? []) heldIsolated += position.margin
  const level = cross.required > 0n ? (cross.net > 0n ? (cross.net * rateOneBig) / cross.required : 0n) : null
  const shown =
    level === null ? null : Number(level > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : level)
  return {
    holder,
    margin: cross.required,
    held: account?.perpetualHold ?? 0n,
    profit: cross.profit,
    net: cross.net,
    balance: cross.balance,
    available: cross.available,
    free: cross.free,
    usable: cross.usable,
    maintenance: cross.maintenance,
    levelRate: shown,
    heldByOrders,
    heldIsolated,
    stale: cross.undecided !== null,
    settings: state.terms.flatMap((terms) => (terms ? (settingViewOf(state, holder, terms.listing) ?? []) : [])),
  }
}
