import { holderId, i53, list, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import type { ListingId } from '../book/listing.ts'
import { realms, type HolderId, type Realm } from '../ledger/holders.ts'
import { positionSideCodec } from '../derivative/words.ts'
import type { PositionSide } from '../margin/position.ts'
import type { FundingRate } from './event.ts'

/** What the premiums of the running interval add up to, at 10⁻⁹. */
export interface PremiumSum {
  sum: number
  count: number
}

/** A rate that positions still have to pay: those up to `through` have. */
export interface DueFunding extends FundingRate {
  readonly stamp: number
  through: number
  /** What positions were at the stamp that have changed since and still have to pay, by id. */
  readonly changed: Map<number, PositionAtStamp>
}

/** A position as it was when its rate was set. */
export interface PositionAtStamp {
  readonly holder: HolderId
  readonly side: PositionSide
  readonly lots: number
}

/** The running interval and what of past stamps is still to be paid. Durable but for `order`. */
export interface FundingState {
  readonly sums: Record<Realm, PremiumSum[]>
  /** The last stamp whose rates are set; 0 before the first interval. */
  settledTo: number
  /** The oldest first; only the first is being paid. */
  readonly due: DueFunding[]
  /** Ambient: the positions that the first of `due` still has to reach, in the order of their ids; null where unknown. */
  order: number[] | null
}

export function createFundingState(): FundingState {
  return { sums: { real: [], demo: [] }, settledTo: 0, due: [], order: null }
}

/** The running sum of a listing, made at its first premium. */
export function premiumSum(funding: FundingState, realm: Realm, listing: ListingId): PremiumSum {
  return (funding.sums[realm][listing] ??= { sum: 0, count: 0 })
}

const realmCodec = oneOf(realms)

/** How the state of funding stands in a snapshot. */
export const keptFundingCodec = struct({
  settledTo: u53,
  sums: list(struct({ realm: realmCodec, listing: u53, sum: i53, count: u53 })),
  due: list(
    struct({
      stamp: u53,
      realm: realmCodec,
      listing: u53,
      premiumRate: i53,
      samples: u53,
      rate: i53,
      markTenths: u53,
      through: u53,
      changed: list(struct({ position: u53, holder: holderId, side: positionSideCodec, lots: u53 })),
    }),
  ),
})
export type KeptFunding = Of<typeof keptFundingCodec>

/** The durable part, in a fixed order. */
export function keepFunding(funding: FundingState): KeptFunding {
  return {
    settledTo: funding.settledTo,
    sums: realms.flatMap((realm) =>
      funding.sums[realm].flatMap(({ sum, count }, listing) => (count > 0 ? [{ realm, listing, sum, count }] : [])),
    ),
    due: funding.due.map((due) => ({
      ...due,
      changed: [...due.changed].map(([position, was]) => ({ position, ...was })),
    })),
  }
}

/** Fills an empty state from a snapshot. */
export function restoreFunding(funding: FundingState, kept: KeptFunding): void {
  funding.settledTo = kept.settledTo
  for (const { realm, listing, sum, count } of kept.sums) funding.sums[realm][listing] = { sum, count }
  for (const { changed, ...due } of kept.due) {
    const before = changed.map(({ position, ...was }) => [position, was] as const)
    funding.due.push({ ...due, changed: new Map(before) })
  }
}
