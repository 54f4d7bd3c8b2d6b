import { big, bool, holderId, i53, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { positionKindCodec } from '../derivative/words.ts'

const realmCodec = oneOf(realms)

/** What one position's holder is changed by. `amount` is signed: above zero it is received. */
export const fundingLineCodec = struct({
  position: u53,
  holder: holderId,
  kind: positionKindCodec,
  amount: big,
  /** By how much the hold changes that margins the position itself, or that of the holder's cross account. */
  marginChange: big,
  perpetualChange: big,
})
export type FundingLine = Of<typeof fundingLineCodec>

/** The funding of one listing in one realm at a stamp: rates at 10⁻⁹, the mark in tenths of a tick. */
const rateCodec = struct({
  realm: realmCodec,
  listing: u53,
  /** The mean premium of the interval, and of how many samples. */
  premiumRate: i53,
  samples: u53,
  rate: i53,
  markTenths: u53,
})
export type FundingRate = Of<typeof rateCodec>

/** Facts of funding; stamps in UTC milliseconds, amounts in smallest units of USDT. */
export const fundingEvents = {
  /** What the impact prices of a second lay above or below the index, at 10⁻⁹; what could not be reckoned is absent. */
  premiumSampled: [60, struct({ stamp: u53, premiums: list(struct({ realm: realmCodec, listing: u53, rate: i53 })) })],
  /** The rates of a stamp, once for each stamp; a new interval begins. */
  fundingSet: [61, struct({ stamp: u53, rates: list(rateCodec) })],
  /**
   * Positions pay and receive what their rate says, in the order of their ids; `through` is the last one looked at, and
   * `done` says that it was the listing's last. `liquidity` gets the opposite of what all should have been changed by,
   * `insurance` pays what positions could not.
   */
  fundingPaid: [
    62,
    struct({
      stamp: u53,
      realm: realmCodec,
      listing: u53,
      rate: i53,
      markTenths: u53,
      lines: list(fundingLineCodec),
      insurance: big,
      liquidity: big,
      through: u53,
      done: bool,
    }),
  ],
} as const

const eventCodec = union(fundingEvents)
export type FundingEvent = Of<typeof eventCodec>
export type FundingPaid = Extract<FundingEvent, { type: 'fundingPaid' }>
