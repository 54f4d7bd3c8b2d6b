import { big, bool, list, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { divide } from '../money/round.ts'
import { rateOneBig, termsAmountMax } from '../money/units.ts'

/** What happens where the exit equals the entry to a tenth of a tick. Places are for ever. */
export const tieRules = ['stake_returned'] as const
export const tieRuleCodec = oneOf(tieRules)
export type TieRule = (typeof tieRules)[number]

/** A duration that is offered: `rate` is what a win pays on top of the stake, at 10⁻⁹. */
const durationCodec = struct({ seconds: u53, rate: u53 })
export type Duration = Of<typeof durationCodec>

/** The terms of options on one listing. Amounts in smallest units of USDT. */
export const optionTermsCodec = struct({
  /** Whether new options are taken; those that are open settle all the same. */
  on: bool,
  durations: list(durationCodec),
  stakeMin: big,
  stakeMax: big,
  /** What the pool would pay if all open options of one direction in one realm won. */
  exposureMax: big,
  /** The realm's pool may owe at most this, all that open options could win included. */
  poolDebtMax: big,
  tie: tieRuleCodec,
})
export type OptionTerms = Of<typeof optionTermsCodec>

/** Entry: the first fresh sample at least this long after acceptance (ms) … */
export const entryDelayMs = 2_000
/** … and at most this long; none: void. */
export const entryWithinMs = 5_000
/** Exit: the last sample that is less than this older than the expiry (ms). */
export const exitWithinMs = 2_000
/** How long after recovery a missing exit may be rebuilt from public trades (ms). */
export const rebuildWithinMs = 600_000
/** How long after it was found missing an exit is given up if its market does not come back (ms). */
export const recoveryWithinMs = 3_600_000
/** The least number of independent sources for a real account's option. */
export const optionSourcesMinReal = 3

const durationsMax = 12
const secondsMax = 86_400

/** Whether terms can hold: durations apart from each other, rates above 0 and at most 100 %, bounds in order. */
export function optionTermsHold(terms: OptionTerms): boolean {
  const { durations, stakeMin, stakeMax, exposureMax, poolDebtMax } = terms
  if (durations.length === 0 || durations.length > durationsMax) return false
  if (new Set(durations.map(({ seconds }) => seconds)).size !== durations.length) return false
  if (!durations.every(({ seconds }) => seconds > 0 && seconds <= secondsMax)) return false
  if (!durations.every(({ rate }) => rate > 0 && rate <= Number(rateOneBig))) return false
  if (stakeMin <= 0n || stakeMax < stakeMin) return false
  return [stakeMax, exposureMax, poolDebtMax].every((amount) => amount >= 0n && amount <= termsAmountMax)
}

/** What a win pays on top of the stake: K·r, rounded down. */
export function gainOf(stake: bigint, rate: number): bigint {
  return divide(stake * BigInt(rate), rateOneBig, 'down')
}

/** The share of wins, at 10⁻⁹, at which such options come to nothing in the long run: 1 / (1 + r), rounded up. */
export function breakEvenRate(rate: number): number {
  return Number(divide(rateOneBig * rateOneBig, rateOneBig + BigInt(rate), 'up'))
}

export const outcomes = ['win', 'loss', 'tie'] as const
export type Outcome = (typeof outcomes)[number]
export const directions = ['up', 'down'] as const
export type Direction = (typeof directions)[number]

/** What became of an option: both prices in tenths of a tick. */
export function outcomeOf(direction: Direction, entryTenths: number, exitTenths: number): Outcome {
  if (exitTenths === entryTenths) return 'tie'
  return exitTenths > entryTenths === (direction === 'up') ? 'win' : 'loss'
}
