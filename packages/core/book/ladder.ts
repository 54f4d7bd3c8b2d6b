import type { LadderTerms } from './listing.ts'

/** The house's levels of one side, best first; `quantity` is what is left of each. Ambient: never in a snapshot. */
export interface HouseSide {
  price: number[]
  quantity: number[]
}

/** The house ladder of one book. `refilledAt` is the engine's time of the last refill. */
export interface HouseLadder {
  buy: HouseSide
  sell: HouseSide
  refilledAt: number
}

export function emptyLadder(): HouseLadder {
  return { buy: { price: [], quantity: [] }, sell: { price: [], quantity: [] }, refilledAt: 0 }
}

const rateOne = 1_000_000_000n

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
  const spread = ceilDivide(index * BigInt(terms.halfSpreadRate), rateOne)
  const half = spread > BigInt(dispersionTenths) ? spread : BigInt(dispersionTenths)
  const buy: number[] = []
  const sell: number[] = []
  for (let level = 0; level < terms.levels; level++) {
    const away = half + ceilDivide(index * BigInt(terms.gapRate) * BigInt(level), rateOne)
    const below = Math.min(Number((index - away) / 10n), level > 0 ? buy[level - 1] - 1 : Infinity)
    const above = Math.max(Number(ceilDivide(index + away, 10n)), level > 0 ? sell[level - 1] + 1 : 0)
    if (below > 0) buy.push(below)
    sell.push(above)
  }
  // a spread of nothing on a whole tick would put both sides at one price
  if (buy.length > 0 && buy[0] === sell[0]) for (let at = 0; at < sell.length; at++) sell[at] += 1
  return { buy, sell }
}

function ceilDivide(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d
}

/**
 * Moves a ladder to new prices at `now`: what had been eaten of a level comes back at `refillPerSecond` steps, shared
 * by the levels of a side, best first.
 */
export function replaceLadder(
  ladder: HouseLadder,
  terms: LadderTerms,
  prices: { buy: number[]; sell: number[] },
  now: number,
): void {
  const fresh = ladder.refilledAt === 0
  const elapsed = fresh ? 0 : Math.max(0, now - ladder.refilledAt)
  const refill = Math.floor((terms.refillPerSecond * elapsed) / 1000)
  for (const side of ['buy', 'sell'] as const) {
    let left = refill
    const old = ladder[side].quantity
    ladder[side].quantity = prices[side].map((_, level) => {
      const had = fresh ? terms.levelQuantity : Math.min(old[level] ?? terms.levelQuantity, terms.levelQuantity)
      const back = Math.min(terms.levelQuantity - had, left)
      left -= back
      return had + back
    })
    ladder[side].price = prices[side]
  }
  if (fresh || refill > 0) ladder.refilledAt = now
}
