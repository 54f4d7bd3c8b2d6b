import type { DerivativeState } from '../derivative/state.ts'
import { holderName } from '../ledger/holders.ts'
import type { LiquidationEvent } from './event.ts'

/** Changes the durable state by a liquidation event: a triggered position goes on closing until it is gone, a takeover waits. */
export function evolveLiquidation(derivative: DerivativeState, event: LiquidationEvent): void {
  if (event.type === 'takeoverWaits') {
    const account = derivative.accounts.get(event.holder)
    if (!account) throw new RangeError(`holder ${holderName(event.holder)} has no derivatives`)
    account.takeoverAfter = event.until
    return
  }
  // that a liquidation started is evidence alone: what follows from it are events of their own
  if (event.type !== 'positionTriggered') return
  const position = derivative.positions.get(event.position)
  if (!position) throw new RangeError(`position ${event.position} is not open`)
  position.triggered = event.cause
  derivative.touched.positions.add(position.id)
}
