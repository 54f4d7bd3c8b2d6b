import type { DerivativeState } from '../derivative/state.ts'
import type { LiquidationEvent } from './event.ts'

/** Changes the durable state by a liquidation event: a triggered position goes on closing until it is gone. */
export function evolveLiquidation(derivative: DerivativeState, event: LiquidationEvent): void {
  // that a liquidation started is evidence alone: what follows from it are events of their own
  if (event.type !== 'positionTriggered') return
  const position = derivative.positions.get(event.position)
  if (!position) throw new RangeError(`position ${event.position} is not open`)
  position.triggered = event.cause
  derivative.touched.positions.add(position.id)
}
