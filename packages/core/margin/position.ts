import { divide } from '../money/round.ts'

export type PositionSide = 'long' | 'short'

/**
 * A position as it is kept: `quantity` steps that cost `cost` quote units in all. The average entry is derived, so that
 * no rounding of an average ever moves money.
 */
export interface Holding {
  readonly side: PositionSide
  readonly quantity: number
  readonly cost: bigint
}

/** +1 for a long, −1 for a short. */
export function signOf(side: PositionSide): bigint {
  return side === 'long' ? 1n : -1n
}

/** What steps are worth at a mark in tenths of a tick, in quote units; exact by the listing's decimals. */
export function valueAt(quotePerTenthStep: number, quantity: number, markTenths: number): bigint {
  return BigInt(quantity) * BigInt(markTenths) * BigInt(quotePerTenthStep)
}

/** Profit that is not realised, in quote units: s·(value − cost) = s·q·(M − E). */
export function unrealisedOf({ side, cost }: Pick<Holding, 'side' | 'cost'>, value: bigint): bigint {
  return signOf(side) * (value - cost)
}

/**
 * The cost that leaves with `closed` of a position's steps: cost·c/q, rounded up for a long and down for a short; the
 * last step takes all that is left.
 */
export function costOfClosing({ side, quantity, cost }: Holding, closed: number): bigint {
  if (closed <= 0 || closed > quantity) throw new RangeError('a position cannot close what it does not have')
  if (closed === quantity) return cost
  return divide(cost * BigInt(closed), BigInt(quantity), side === 'long' ? 'up' : 'down')
}

/** Realised profit of closing steps for `proceeds` quote units: s·(proceeds − cost of what is closed). */
export function realisedOf(holding: Holding, closed: number, proceeds: bigint): bigint {
  return signOf(holding.side) * (proceeds - costOfClosing(holding, closed))
}

/**
 * The least proceeds (long) or the most cost (short) at which closing steps leaves the account no worse than empty:
 * value of what is closed − s·its share of the equity, rounded against the account. This is the bankruptcy price times
 * the quantity: M − s·equity/q.
 */
export function bankruptcyProceeds(
  side: PositionSide,
  value: bigint,
  quantity: number,
  closed: number,
  equity: bigint,
): bigint {
  const whole = value - signOf(side) * equity
  return divide(whole * BigInt(closed), BigInt(quantity), 'up')
}
