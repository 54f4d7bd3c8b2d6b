import type { Passing } from './priceTriggers.ts'

/** A price that a position's owner has set, at which it is closed. */
export type TargetCause = 'stop_loss' | 'take_profit'

/** Which move of the mark fires it: a long's stop-loss and a short's take-profit wait for a fall, the others for a rise. */
export function passingOf(side: 'long' | 'short', cause: TargetCause): Passing {
  return (side === 'long') === (cause === 'stop_loss') ? 'fall' : 'rise'
}

/** Whether `mark` has passed `price`, both in one unit; one that it has reached exactly is passed. */
export function hasPassed(passing: Passing, price: bigint, mark: bigint): boolean {
  return passing === 'fall' ? mark <= price : mark >= price
}
