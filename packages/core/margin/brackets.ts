import { rateOne } from '../money/units.ts'
import { divide } from '../money/round.ts'

/** A step of the maintenance scale. Notionals and `cumulative` in quote units, the rate at 10⁻⁹. */
export interface Bracket {
  /** A notional above this, up to the next bracket's floor, stands in this bracket. */
  readonly floor: bigint
  readonly maintenanceRate: number
  /** What makes the scale continuous at the floor: it is taken off rate × notional. */
  readonly cumulative: bigint
  readonly multipleMax: number
}

/** What an operator sets of a bracket. */
export interface BracketTerms {
  readonly floor: bigint
  readonly maintenanceRate: number
  readonly multipleMax: number
}

const one = BigInt(rateOne)

/**
 * Derives the brackets' cumulative amounts: cumₙ = floorₙ·(mmrₙ − mmrₙ₋₁) + cumₙ₋₁. Null where the scale is no scale:
 * it must begin at 0, floors and rates must rise, multiples must not, and each cumulative amount must be whole.
 */
export function makeBrackets(terms: readonly BracketTerms[]): Bracket[] | null {
  const brackets: Bracket[] = []
  for (const [at, { floor, maintenanceRate, multipleMax }] of terms.entries()) {
    const before = brackets.at(-1)
    if (maintenanceRate <= 0 || maintenanceRate >= rateOne || multipleMax < 1) return null
    if (!before) {
      if (at !== 0 || floor !== 0n) return null
      brackets.push({ floor, maintenanceRate, cumulative: 0n, multipleMax })
      continue
    }
    const rises = floor > before.floor && maintenanceRate > before.maintenanceRate
    if (!rises || multipleMax > before.multipleMax) return null
    const step = floor * BigInt(maintenanceRate - before.maintenanceRate)
    if (step % one !== 0n) return null
    brackets.push({ floor, maintenanceRate, cumulative: before.cumulative + step / one, multipleMax })
  }
  return brackets.length > 0 ? brackets : null
}

/** The bracket in which a notional stands: the last whose floor is below it. */
export function bracketOf(brackets: readonly Bracket[], notional: bigint): Bracket {
  let found = brackets[0]
  for (const bracket of brackets) {
    if (bracket.floor >= notional) break
    found = bracket
  }
  return found
}

/** The initial margin of a cost in quote units at a multiple, rounded up: cost / multiple. */
export function initialOf(cost: bigint, multiple: number): bigint {
  return divide(cost, BigInt(multiple), 'up')
}

/** Whether an account has to be liquidated: only below its maintenance, and only where it has any. */
export function isLiquidatable(equity: bigint, maintenance: bigint): boolean {
  return maintenance > 0n && equity < maintenance
}
