import { fundingEveryMs } from '@truemark/core/funding/premium'
import { type Realm, realms } from '@truemark/core/ledger/holders'

const listingsMax = 65_536

export interface FundingName {
  readonly realm: Realm
  readonly listing: number
  readonly stamp: number
}

/** One number for a funding of a market in a realm at a stamp: funding has no number of its own. */
export function fundingNumber({ realm, listing, stamp }: FundingName): number {
  const period = Math.floor(stamp / fundingEveryMs)
  return (period * realms.length + realms.indexOf(realm)) * listingsMax + listing
}

/** What a number of {@link fundingNumber} stands for. */
export function fundingOf(number: number): FundingName {
  const rest = Math.floor(number / listingsMax)
  const realm = realms[rest % realms.length] ?? 'real'
  return { realm, listing: number % listingsMax, stamp: Math.floor(rest / realms.length) * fundingEveryMs }
}
