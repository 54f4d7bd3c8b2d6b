import type { Venue } from '../book/venue.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import { figuresOf, noFigures } from '../derivative/figures.ts'
import { acceptedView, orderViewOf, viewAfter } from '../derivative/orderView.ts'
import {
  stands,
  type DerivativeOrder,
  type DerivativeState,
  type Position,
  type TicketOrigin,
} from '../derivative/state.ts'
import type { ContractView, DerivativeOrderView } from '../derivative/view.ts'
import { closes } from '../derivative/worth.ts'
import type { HolderId } from '../ledger/holders.ts'

/** A contract order that has opened nothing, as it is shown. */
export function untouchedView(view: DerivativeOrderView): ContractView {
  return {
    order: view.order,
    holder: view.holder,
    listing: view.listing,
    side: view.side,
    kind: view.kind,
    timeInForce: view.timeInForce,
    price: view.price,
    lots: view.lots,
    filled: view.filled,
    quoteFilled: view.quoteFilled,
    open: 0,
    cost: 0n,
    multiple: view.multiple,
    margin: 0n,
    hold: view.hold,
    feeRate: view.feeRateTaker,
    feePaid: view.feePaid,
    realised: 0n,
    funding: 0n,
    stopLoss: view.stopLoss,
    takeProfit: view.takeProfit,
    ...noFigures,
    made: view.made,
    took: view.took,
    rests: view.status === 'new',
    status: view.status === 'new' ? 'new' : 'canceled',
    reason: view.reason,
    lotsClosed: 0,
    proceeds: 0n,
    acceptedAt: view.acceptedAt,
    updatedAt: view.updatedAt,
  }
}

function ticketView(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  order: DerivativeOrder | undefined,
  origin: TicketOrigin,
  now: number,
): ContractView {
  const opened = order ?? origin
  return {
    order: position.id,
    holder: position.holder,
    listing: position.listing,
    side: closes(position.side) === 'sell' ? 'buy' : 'sell',
    kind: origin.kind,
    timeInForce: origin.timeInForce,
    price: origin.price,
    lots: opened.lots,
    filled: opened.filled,
    quoteFilled: opened.quoteFilled,
    open: position.lots,
    cost: position.cost,
    multiple: position.multiple,
    margin: position.margin,
    hold: order?.hold ?? 0n,
    feeRate: origin.feeRate,
    feePaid: position.feePaid,
    realised: position.realised,
    funding: position.funding,
    stopLoss: position.stopLoss,
    takeProfit: position.takeProfit,
    ...figuresOf(state, venue, position, now),
    made: opened.made,
    took: opened.took,
    rests: order !== undefined && stands(order),
    status: opened.filled === opened.lots ? 'filled' : 'position',
    reason: null,
    lotsClosed: position.lotsClosed,
    proceeds: position.proceeds,
    acceptedAt: origin.acceptedAt,
    updatedAt: Math.max(position.updatedAt, order?.updatedAt ?? 0),
  }
}

/** A contract order with its ticket, where either is open. */
export function contractViewOf(state: DerivativeState, venue: Venue, id: number, now: number): ContractView | null {
  const position = state.positions.get(id)
  const order = state.orders.get(id)
  const opening = order?.product === 'contract' && order.purpose === 'open' ? order : undefined
  if (position?.kind === 'ticket' && position.origin) {
    return ticketView(state, venue, position, opening, position.origin, now)
  }
  return opening ? untouchedView(orderViewOf(opening)) : null
}

/** All contract orders of a holder that rest or have an open ticket, in the order of their ids. */
export function contractViewsOf(state: DerivativeState, venue: Venue, holder: HolderId, now: number): ContractView[] {
  const account = state.accounts.get(holder)
  if (!account) return []
  const ids = new Set<number>()
  for (const position of account.positions.values()) if (position.kind === 'ticket') ids.add(position.id)
  for (const order of account.orders.values()) if (order.product === 'contract') ids.add(order.id)
  return [...ids].toSorted((a, b) => a - b).flatMap((id) => contractViewOf(state, venue, id, now) ?? [])
}

/** A contract order as it stands after a command, also where nothing of it is left open. */
export function contractAfter(
  state: DerivativeState,
  venue: Venue,
  id: number,
  before: ContractView | null,
  events: readonly DerivativeEvent[],
  now: number,
): ContractView | null {
  const ended = events.find((event) => event.type === 'derivativeOrderClosed' && event.order === id)
  const reason = ended?.type === 'derivativeOrderClosed' ? ended.reason : null
  const open = contractViewOf(state, venue, id, now)
  if (open) return { ...open, reason }
  if (before) return { ...before, hold: 0n, rests: false, status: 'canceled', reason, updatedAt: now }
  const accepted = events.find((event) => event.type === 'derivativeOrderAccepted' && event.order === id)
  if (accepted?.type !== 'derivativeOrderAccepted') return null
  const view = viewAfter(null, id, events, now) ?? acceptedView(accepted, now)
  return untouchedView(view)
}
