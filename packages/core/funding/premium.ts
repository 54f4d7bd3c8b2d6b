import { divide } from '../money/round.ts'
import { rateOne } from '../money/units.ts'

/** A price level as it can be traded now: its price in ticks and what stands there. */
export interface ImpactLevel {
  readonly price: number
  readonly lots: number
}

const one = BigInt(rateOne)
// shares of a lot, since the last level is taken in part
const fine = 1_000_000_000n
const tenthsPerTick = 10n

/**
 * How far the average price of trading `notional` quote units into the levels (best first) lies above the index, at
 * 10⁻⁹; negative below it, null where they do not hold as much. `quotePerTenth` is what a lot is worth at a tenth
 * of a tick.
 */
export function impactRate(
  levels: Iterable<ImpactLevel>,
  quotePerTenth: number,
  indexTenths: number,
  notional: bigint,
): number | null {
  let left = notional
  let taken = 0n
  for (const { price, lots } of levels) {
    const each = BigInt(price) * tenthsPerTick * BigInt(quotePerTenth)
    const value = each * BigInt(lots)
    if (value >= left) {
      taken += divide(left * fine, each, 'half-even')
      const worth = taken * BigInt(indexTenths) * BigInt(quotePerTenth)
      return worth === 0n ? null : Number(divide(notional * fine * one, worth, 'half-even') - one)
    }
    taken += fine * BigInt(lots)
    left -= value
  }
  return null
}

/**
 * The premium of one moment at 10⁻⁹, from the impact rates of both sides: max(0, bid) − max(0, −ask), as perpetuals
 * have reckoned it since the first ones: nothing while the index lies between them.
 */
export function premiumRate(bidRate: number, askRate: number): number {
  return Math.max(0, bidRate) - Math.max(0, -askRate)
}

/** The mean of an interval's premiums at 10⁻⁹; 0 where there were none. */
export function meanRate(sum: number, count: number): number {
  return count === 0 ? 0 : Number(divide(BigInt(sum), BigInt(count), 'half-even'))
}

/** How long an interval is: the stamps are 00, 08 and 16 UTC. */
export const fundingEveryMs = 28_800_000

/** The first stamp after a moment (UTC milliseconds). */
export function stampAfter(time: number): number {
  return (Math.floor(time / fundingEveryMs) + 1) * fundingEveryMs
}
