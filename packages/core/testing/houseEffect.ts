import type { Effect } from '../derivative/event.ts'
import type { HolderId } from '../ledger/holders.ts'

/** The side of the house in a trade that changes nothing of it: what a test is about is written over it. */
export function houseEffect(holder: HolderId): Effect {
  return {
    order: 0,
    holder,
    product: 'house',
    kind: 'house',
    purpose: 'open',
    multiple: 0,
    closing: 0,
    lotsClosed: 0,
    costClosed: 0n,
    realised: 0n,
    opening: 0,
    lotsOpened: 0,
    costOpened: 0n,
    fee: 0n,
    holdReleased: 0n,
    marginChange: 0n,
    perpetualChange: 0n,
    insurance: 0n,
    lots: 0,
    cost: 0n,
    margin: 0n,
    filled: true,
  }
}
