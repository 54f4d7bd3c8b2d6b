import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { PerpetualAccount, PerpetualOrder, PerpetualPosition } from '@truemark/protocol/routes/perpetual'
import type { OrderChange } from '@truemark/protocol/stream'

/** What the signed-in account has open in contracts and perpetuals, newest first. */
export interface Derivatives {
  /** Contract orders that rest, and tickets that are open. */
  readonly tickets: readonly ContractOrder[]
  /** Perpetual orders that rest. */
  readonly orders: readonly PerpetualOrder[]
  readonly positions: readonly PerpetualPosition[]
  /** The cross account as it was fetched; what follows from prices is reckoned anew by who shows it. */
  readonly account: PerpetualAccount
}

/** Takes the ticket, order and position in that a change carries; what is done with leaves, older versions change nothing. */
export function withDerivativeChange(state: Derivatives, change: OrderChange): Derivatives {
  const { ticket, perpetual, position } = change
  let next = state
  if (ticket)
    next = { ...next, tickets: withNewer(next.tickets, ticket, (each) => each.order_id, ticketIsOpen(ticket)) }
  if (perpetual) {
    next = { ...next, orders: withNewer(next.orders, perpetual, (each) => each.order_id, perpetual.status === 'new') }
  }
  if (position) {
    const open = position.status === 'position'
    next = { ...next, positions: withNewer(next.positions, position, (each) => each.position_id, open) }
  }
  return next
}

/** Whether a ticket still rests or is open. */
export function ticketIsOpen({ status }: ContractOrder): boolean {
  return status === 'new' || status === 'position' || status === 'filled'
}

interface Dated {
  readonly created_time: number
  readonly updated: number
}

function withNewer<T extends Dated>(list: readonly T[], item: T, idOf: (item: T) => string, open: boolean) {
  const known = list.find((each) => idOf(each) === idOf(item))
  if (known && known.updated > item.updated) return list
  if (!open) return known ? list.filter((each) => each !== known) : list
  if (known) return list.map((each) => (each === known ? item : each))
  return [item, ...list].toSorted((a, b) => b.created_time - a.created_time)
}
