import { big, struct, u53, type Of } from '../codec/codec.ts'
import { amountMax } from '../money/units.ts'

/**
 * The terms of exchanging one currency for another, the same for everyone. Rates at 10⁻⁹, worths in smallest units of USDT.
 */
export const conversionTermsCodec = struct({
  /** Off what is received. */
  feeRate: u53,
  /** How far below the index a quote is. */
  spreadRate: u53,
  /** The most that one conversion is worth. */
  worthMax: big,
  /** The exchange desk takes no conversion that would leave it owing more of a currency than this. */
  debtMax: big,
  /** The desk's stock of a currency in a realm, on which each conversion draws, and what of it comes back a second. */
  stockMax: big,
  refillPerSecond: big,
})
export type ConversionTerms = Of<typeof conversionTermsCodec>

const oneUsdt = 1_000_000n

/** The terms that the product ships with. */
export const firstConversionTerms: ConversionTerms = {
  feeRate: 1_000_000,
  spreadRate: 1_000_000,
  worthMax: 100_000n * oneUsdt,
  debtMax: 10_000_000n * oneUsdt,
  stockMax: 200_000n * oneUsdt,
  refillPerSecond: 1_000n * oneUsdt,
}

/** What no operator can pass: rates at 10⁻⁹, and the least that one conversion may be worth, in smallest units of USDT. */
export const conversionBounds = {
  feeRateMax: 20_000_000,
  spreadRateMax: 20_000_000,
  worthMaxMin: 100n * oneUsdt,
} as const

/** Whether terms stand within {@link conversionBounds}. A desk without a stock exchanges nothing. */
export function conversionTermsHold(terms: ConversionTerms): boolean {
  const { feeRateMax, spreadRateMax, worthMaxMin } = conversionBounds
  if (terms.feeRate > feeRateMax || terms.spreadRate > spreadRateMax || terms.worthMax < worthMaxMin) return false
  return [terms.worthMax, terms.debtMax, terms.stockMax, terms.refillPerSecond].every(
    (worth) => worth >= 0n && worth <= amountMax,
  )
}

/** Whether both are the same, figure by figure. */
export function isSameConversionTerms(one: ConversionTerms, other: ConversionTerms): boolean {
  return (
    one.feeRate === other.feeRate &&
    one.spreadRate === other.spreadRate &&
    one.worthMax === other.worthMax &&
    one.debtMax === other.debtMax &&
    one.stockMax === other.stockMax &&
    one.refillPerSecond === other.refillPerSecond
  )
}
