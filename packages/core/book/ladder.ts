import { rateOneBig } from '../money/units.ts'
import { sides, type Side } from './book.ts'
import type { LadderTerms } from './listing.ts'

/** The house's levels of one side, best first; `quantity` is what is left of each. Ambient: never in a snapshot. */
export interface HouseSide {
  price: number[]
  quantity: number[]
}

/** A side as it was when it was last eaten of: what was left of each of its levels, and what had come back in part. */
interface Worn {
  readonly left: readonly number[]
  /** The engine's time then, UTC milliseconds. */
  readonly since: number
  /** Thousandths of a step. */
  readonly part: number
}

/**
 * The house ladder of one book. What stands follows from what was eaten and from the time of the last tick, never from the
 * ticks between, so that those that caused nothing need not be known.
 */
export interface HouseLadder {
  buy: HouseSide
  sell: HouseSide
  /** By side: where it was eaten of, and all levels as they stand now, also those that have no price. */
  readonly worn: { buy: Worn | null; sell: Worn | null }
  readonly now: { buy: Worn | null; sell: Worn | null }
}

export function emptyLadder(): HouseLadder {
  return {
    buy: { price: [], quantity: [] },
    sell: { price: [], quantity: [] },
    worn: { buy: null, sell: null },
    now: { buy: null, sell: null },
  }
}

/**
 * The prices at which the house stands around an index (in tenths of a tick): level i lies the half-spread and i gaps
 * away from it, rounded away from the index to a whole tick, and every level at least a tick behind the last. The
 * half-spread is at least the sources' dispersion.
 */
export function ladderPrices(
  terms: LadderTerms,
  indexTenths: number,
  dispersionTenths: number,
): { buy: number[]; sell: number[] } {
  const index = BigInt(indexTenths)
  const spread = ceilDivide(index * BigInt(terms.halfSpreadRate), rateOneBig)
  const half = spread > BigInt(dispersionTenths) ? spread : BigInt(dispersionTenths)
  const buy: number[] = []
  const sell: number[] = []
  for (let level = 0; level < terms.levels; level++) {
    const away = half + ceilDivide(index * BigInt(terms.gapRate) * BigInt(level), rateOneBig)
    const below = Math.min(Number((index - away) / 10n), level > 0 ? buy[level - 1] - 1 : Infinity)
    const above = Math.max(Number(ceilDivide(index + away, 10n)), level > 0 ? sell[level - 1] + 1 : 0)
    if (below > 0) buy.push(below)
    sell.push(above)
  }
  // a spread of nothing on a whole tick would put both sides at one price
  if (buy[0] === sell[0]) for (let at = 0; at < sell.length; at++) sell[at] += 1
  return { buy, sell }
}

function ceilDivide(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d
}

/**
 * Moves a ladder to new prices at `now`: what had been eaten of a side comes back at `refillPerSecond` steps, shared by
 * its levels, best first.
 */
export function replaceLadder(
  ladder: HouseLadder,
  terms: LadderTerms,
  prices: { buy: number[]; sell: number[] },
  now: number,
): void {
  for (const side of sides) {
    const stands = refilled(ladder.worn[side], terms, now)
    ladder.now[side] = stands
    ladder[side].price = prices[side]
    ladder[side].quantity = stands.left.slice(0, prices[side].length)
  }
}

function refilled(worn: Worn | null, terms: LadderTerms, now: number): Worn {
  const { levels, levelQuantity, refillPerSecond } = terms
  if (!worn) return { left: Array<number>(levels).fill(levelQuantity), since: now, part: 0 }
  const parts = worn.part + refillPerSecond * Math.max(0, now - worn.since)
  let steps = Math.floor(parts / 1_000)
  const left = Array.from({ length: levels }, (_, level) => {
    const had = Math.min(worn.left[level] ?? levelQuantity, levelQuantity)
    const back = Math.min(levelQuantity - had, steps)
    steps -= back
    return had + back
  })
  // what comes back to levels that are full is not saved up
  return { left, since: now, part: left.every((one) => one === levelQuantity) ? 0 : parts % 1_000 }
}

/** Takes from the levels of a side what is eaten of each, best first, until `quantity` is; `eats` says which levels. */
export function eatLevels(ladder: HouseLadder, side: Side, quantity: number, eats: (price: number) => boolean): void {
  const stands = ladder.now[side]
  if (!stands) return
  const left = [...stands.left]
  const shown = ladder[side]
  let wanted = quantity
  for (let level = 0; level < shown.quantity.length && wanted > 0; level++) {
    if (!eats(shown.price[level])) continue
    const eaten = Math.min(wanted, shown.quantity[level])
    shown.quantity[level] -= eaten
    left[level] -= eaten
    wanted -= eaten
  }
  ladder.now[side] = { ...stands, left }
  ladder.worn[side] = ladder.now[side]
}
