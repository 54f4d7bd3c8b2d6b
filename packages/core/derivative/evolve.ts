import type { Venue } from '../book/venue.ts'
import type { DerivativeEvent } from './event.ts'
import type { DerivativeState } from './state.ts'

/** Changes the durable state by a derivative event. */
export function evolveDerivative(_state: DerivativeState, _venue: Venue, _event: DerivativeEvent, _now: number): void {
  throw new RangeError('not built yet')
}
