import { big, oneOf, struct, text, u53, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { divide } from '../money/round.ts'
import { dayMs, rateOneBig, termsAmountMax } from '../money/units.ts'

/**
 * The terms of a locked-mining product. Rates at 10⁻⁹, those of income by the day; amounts in smallest units of the
 * product's currency.
 */
export const miningTermsCodec = struct({
  realm: oneOf(realms),
  currency: u53,
  /** How many days earn; they are whole days of UTC. */
  days: u53,
  rateMin: u53,
  rateMax: u53,
  /** What is locked must be more than this. */
  minimum: big,
  /** And at most this, by one order. */
  maximum: big,
  /** What all its open orders together can lock. */
  capacity: big,
  /** What an early redemption costs, as a rate of what is locked. */
  redemptionRate: u53,
  /** The server's row with the product's names and the source of its yield, and the digest of that row. */
  text: u53,
  digest: text,
})
export type MiningTerms = Of<typeof miningTermsCodec>

/** The day of UTC at a time in milliseconds, counted from 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

const daysMax = 365
/** A day's rate is at most 5 %, the cost of an early redemption at most 20 %. */
export const dayRateMax = 50_000_000
export const redemptionRateMax = 200_000_000
/** The most orders a holder may have open. */
export const openMiningMax = 200
/** The most days ahead for which rates are published. */
export const daysAheadMax = 366

/** Whether terms can hold: a range of rates, bounds in order, nothing beyond what an amount can be. */
export function miningTermsHold(terms: MiningTerms): boolean {
  const { days, rateMin, rateMax, minimum, maximum, capacity, redemptionRate } = terms
  if (days < 1 || days > daysMax) return false
  if (rateMax === 0 || rateMin > rateMax || rateMax > dayRateMax) return false
  if (redemptionRate > redemptionRateMax) return false
  return (
    minimum >= 0n && maximum > minimum && capacity > minimum && maximum <= termsAmountMax && capacity <= termsAmountMax
  )
}

/** What `amount` earns on one day: P × rate, simple, rounded down. */
export function incomeOf(amount: bigint, rate: number): bigint {
  return divide(amount * BigInt(rate), rateOneBig, 'down')
}

/** What an early redemption costs: P × p, rounded up, so that P(1 − p) is rounded down. */
export function redemptionCost(amount: bigint, redemptionRate: number): bigint {
  return divide(amount * BigInt(redemptionRate), rateOneBig, 'up')
}

/** A published rate as an order earns it: never outside the range that the order was sold with. */
export function rateWithin(published: number | undefined, range: Pick<MiningTerms, 'rateMin' | 'rateMax'>): number {
  if (published === undefined || published < range.rateMin) return range.rateMin
  return published > range.rateMax ? range.rateMax : published
}
