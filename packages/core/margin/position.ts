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
  return divide(cost * BigInt(closed), BigInt(quantity), side === 'long' ? 'up' : 'down')
}

/** Realised profit of what is closed for `proceeds` quote units: s·(proceeds − its cost). */
export function realisedOf({ side, cost }: Pick<Holding, 'side' | 'cost'>, proceeds: bigint): bigint {
  return signOf(side) * (proceeds - cost)
}

/**
 * The least proceeds (of a long) or the most cost (of a short) at which closing steps leaves the holder no worse than
 * empty: their part of value − s·equity, which is the bankruptcy price M − s·equity/q times what is closed, rounded to
 * the holder's better side.
 */
export function bankruptcyQuote(
  side: PositionSide,
  value: bigint,
  quantity: number,
  closed: number,
  equity: bigint,
): bigint {
  const whole = value - signOf(side) * equity
  return divide(whole * BigInt(closed), BigInt(quantity), side === 'long' ? 'up' : 'down')
}
