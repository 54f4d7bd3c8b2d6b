import { ladderCodec, type Currency, type Listing, type ListingId } from '../book/listing.ts'
import { big, bool, list, struct, u53, type Of } from '../codec/codec.ts'
import { makeBrackets, type Bracket } from '../margin/brackets.ts'
import { rateOne, usdt } from '../money/units.ts'

/**
 * Quantities of derivatives are counted in hundredths of a lot, in code `lots`: 0.01 lots on the wire is 1 here.
 * An order is for 1 to 50 000 of them.
 */
export const lotsMin = 1
export const lotsMax = 50_000
/** The decimals of lots on the wire. */
export const lotsDecimals = 2

/** A step of the maintenance scale as an operator sets it; the floor in units of USDT, the rate at 10⁻⁹. */
export const bracketTermsCodec = struct({ floor: big, maintenanceRate: u53, multipleMax: u53 })

/** What an operator sets of a listing's contracts and perpetuals. Rates at 10⁻⁹, amounts in smallest units of USDT. */
export const derivativeTermsCodec = struct({
  /** Smallest units of the base currency in one whole lot. */
  contractSize: u53,
  multiples: list(u53),
  brackets: list(bracketTermsCodec),
  feeRateContract: u53,
  feeRatePerpetualMaker: u53,
  feeRatePerpetualTaker: u53,
  /** How far from the mark a limit price may lie. */
  limitRateMax: u53,
  /** Funding: its interest a period, how far the premium moves it, and for how much the impact prices are taken. */
  fundingInterestRate: u53,
  fundingDampRateMax: u53,
  fundingImpactNotional: big,
  /** The most that one holder, and all holders of a realm together, may have open at the mark. */
  openInterestUserMax: big,
  openInterestMax: big,
  /** The house ladder of the derivative book; its quantities in hundredths of a lot. */
  ladder: ladderCodec,
  /** Below this, or empty, a realm's insurance fund stops new leverage here. */
  insuranceFloor: big,
  /** Where `liquidity` owes more than this, the house takes no new risk here: its levels only reduce. */
  houseDebtMax: big,
  contractOn: bool,
  perpetualOn: bool,
})
export type DerivativeTerms = Of<typeof derivativeTermsCodec>

/** A listing's derivative terms with what follows from them and from the listing. */
export interface Derivative extends Omit<DerivativeTerms, 'brackets'> {
  readonly listing: ListingId
  readonly brackets: readonly Bracket[]
  /** Smallest units of USDT that a hundredth of a lot is worth at a tenth of a tick, and at a tick. */
  readonly quotePerTenthLot: number
  readonly quotePerTickLot: number
  /** Base units in a hundredth of a lot. */
  readonly basePerLot: number
}

const termsMax = 20
const multipleMax = 1_000
const feeRateMax = 100_000_000
// what all of one order may come to, so that worths stay exact integers of 64 bits through every sum
const orderWorthMax = 2 ** 60

function fit(terms: DerivativeTerms): boolean {
  const { multiples, ladder } = terms
  const rising = multiples.every((multiple, at) => multiple >= 1 && (at === 0 || multiple > multiples[at - 1]))
  if (!rising || multiples.length === 0 || multiples.length > termsMax) return false
  if (multiples[multiples.length - 1] > multipleMax || terms.brackets.length > termsMax) return false
  const fees = [terms.feeRateContract, terms.feeRatePerpetualMaker, terms.feeRatePerpetualTaker]
  const rates = [...fees, terms.fundingInterestRate, terms.fundingDampRateMax]
  if (rates.some((rate) => rate >= feeRateMax) || terms.fundingImpactNotional <= 0n) return false
  // an order holds its taker fee, so a maker must never owe more
  if (terms.feeRatePerpetualMaker > terms.feeRatePerpetualTaker) return false
  if (terms.limitRateMax <= 0 || terms.limitRateMax >= rateOne || ladder.levels > 50) return false
  return [terms.openInterestUserMax, terms.openInterestMax, terms.insuranceFloor, terms.houseDebtMax].every(
    (amount) => amount >= 0n,
  )
}

/**
 * Derives a listing's derivative from its terms; null where they are no terms or where a hundredth of a lot at a tenth
 * of a tick is not a whole number of USDT's smallest units. Each bracket's first initial margin must exceed its
 * maintenance, so that no position is born to be liquidated.
 */
export function makeDerivative(
  listing: Listing,
  terms: DerivativeTerms,
  currencies: readonly Currency[],
): Derivative | null {
  if (listing.quote !== usdt || !fit(terms)) return null
  const shift = currencies[listing.quote].scale - currencies[listing.base].scale - listing.priceDecimals - 3
  const scaled = BigInt(terms.contractSize)
  const down = 10n ** BigInt(Math.abs(shift))
  const exact = shift >= 0 ? scaled * down : scaled / down
  if (exact < 1n || (shift < 0 && scaled % down !== 0n) || scaled % 100n !== 0n) return null
  if (exact * 10n * BigInt(listing.priceMax) * BigInt(lotsMax) > BigInt(orderWorthMax)) return null
  const brackets = makeBrackets(terms.brackets)
  if (!brackets) return null
  const sound = brackets.every((bracket) => bracket.multipleMax * bracket.maintenanceRate < rateOne)
  if (!sound) return null
  const quotePerTenthLot = Number(exact)
  return {
    ...terms,
    listing: listing.id,
    brackets,
    quotePerTenthLot,
    quotePerTickLot: quotePerTenthLot * 10,
    basePerLot: Number(scaled / 100n),
  }
}
