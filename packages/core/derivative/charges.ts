import { big, list, struct, u53, type Of } from '../codec/codec.ts'
import type { ListingId } from '../book/listing.ts'
import { dayMs } from '../money/units.ts'

// What a market's positions are charged: one set of rates holds for a whole market at a time, for what opens as for what
// closes, since an order of a perpetual does not say which of the two it will do.

/** Rates at 10⁻⁹, the amount in smallest units of USDT. */
export const chargesCodec = struct({
  feeRateContract: u53,
  feeRatePerpetualMaker: u53,
  feeRatePerpetualTaker: u53,
  /** Funding: its interest a period, how far the premium moves it, and for how much the impact prices are taken. */
  fundingInterestRate: u53,
  fundingDampRateMax: u53,
  fundingImpactNotional: big,
})
export type Charges = Of<typeof chargesCodec>

/** Charges that a market's positions will have from `effectiveAt` on, UTC milliseconds. */
export interface AnnouncedCharges {
  readonly charges: Charges
  readonly announcedAt: number
  readonly effectiveAt: number
}

/** How long before it holds what makes positions dearer is announced. */
export const chargesNoticeMs = dayMs

/** The charges among terms, and nothing else of them. */
export function chargesOf(terms: Charges): Charges {
  const { feeRateContract, feeRatePerpetualMaker, feeRatePerpetualTaker } = terms
  const { fundingInterestRate, fundingDampRateMax, fundingImpactNotional } = terms
  return {
    feeRateContract,
    feeRatePerpetualMaker,
    feeRatePerpetualTaker,
    fundingInterestRate,
    fundingDampRateMax,
    fundingImpactNotional,
  }
}

function sameFunding(one: Charges, other: Charges): boolean {
  return (
    one.fundingInterestRate === other.fundingInterestRate &&
    one.fundingDampRateMax === other.fundingDampRateMax &&
    one.fundingImpactNotional === other.fundingImpactNotional
  )
}

const feeNames = ['feeRateContract', 'feeRatePerpetualMaker', 'feeRatePerpetualTaker'] as const

/** Whether two sets of charges are the same. */
export function sameCharges(one: Charges, other: Charges): boolean {
  return sameFunding(one, other) && feeNames.every((name) => one[name] === other[name])
}

/**
 * What of the charges that are asked for harms nobody who has a position, and holds at once: the fees that are lower. What
 * funding takes from one side it gives to the other, so that any change of it harms somebody, and none of it is among these.
 */
export function chargesAtOnce(inForce: Charges, asked: Charges): Charges {
  const lower = (name: (typeof feeNames)[number]): number => Math.min(inForce[name], asked[name])
  return {
    ...chargesOf(inForce),
    feeRateContract: lower('feeRateContract'),
    feeRatePerpetualMaker: lower('feeRatePerpetualMaker'),
    feeRatePerpetualTaker: lower('feeRatePerpetualTaker'),
  }
}

/**
 * From when on charges hold that cannot hold at once: a day from now, or the time that is announced already where what is
 * asked for is nowhere worse than what was announced for it.
 */
export function chargesHoldFrom(
  announced: AnnouncedCharges | undefined,
  atOnce: Charges,
  asked: Charges,
  now: number,
): number {
  if (!announced) return now + chargesNoticeMs
  const { charges, effectiveAt } = announced
  const isSaid =
    feeNames.every((name) => asked[name] <= Math.max(atOnce[name], charges[name])) &&
    (sameFunding(asked, atOnce) || sameFunding(asked, charges))
  return isSaid ? effectiveAt : now + chargesNoticeMs
}

/** How announced charges stand in a snapshot. */
export const keptChargesCodec = list(
  struct({ listing: u53, charges: chargesCodec, announcedAt: u53, effectiveAt: u53 }),
)
export type KeptCharges = Of<typeof keptChargesCodec>

/** The announced charges, by listing. */
export function keepCharges(charges: ReadonlyMap<ListingId, AnnouncedCharges>): KeptCharges {
  return [...charges]
    .map(([listing, announced]) => ({ listing, ...announced }))
    .toSorted((a, b) => a.listing - b.listing)
}

/** Fills an empty map from a snapshot. */
export function restoreCharges(charges: Map<ListingId, AnnouncedCharges>, kept: KeptCharges): void {
  for (const { listing, ...announced } of kept) charges.set(listing, announced)
}
