import type { HolderId } from '../ledger/holders.ts'
import { rejected } from '../result/result.ts'
import type { Venue } from './venue.ts'

/** A holder may have this many orders open, of all products together: spot, contract, perpetual and option. */
export const openOrdersMax = 200

/** The refusal of one open order more, or null while there is room for it. */
export function openOrdersFault(
  venue: Pick<Venue, 'openOrders'>,
  holder: HolderId,
): ReturnType<typeof rejected> | null {
  let open = 0
  for (const count of venue.openOrders) open += count(holder)
  return open >= openOrdersMax ? rejected('open_orders_too_many', { max: `${openOrdersMax}` }) : null
}
