import type { ListingId } from '../book/listing.ts'
import { houseAgeMaxMs, tradeAgeMaxMs } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { DerivativeAccount } from '../derivative/state.ts'
import type { LiquidationEvent } from './event.ts'

/** How long a takeover waits for a mark on which the house would trade: as long as one that has grown too old for that still decides. */
export const takeoverWaitMs = tradeAgeMaxMs - houseAgeMaxMs

/** Now, or later: as a wait that is under way, or that begins. */
export type Takeover = 'now' | 'later' | Extract<LiquidationEvent, { type: 'takeoverWaits' }>

/**
 * Whether the house takes over now what counted by the marks of these listings, all of which decide: at once where it would
 * trade on each of them. Where one is too old for that, its levels do not stand there and nothing could be closed with them:
 * then a wait begins, or goes on (`later`). One wait is never renewed while marks go on being old by turns.
 */
export function takeoverBy(
  venue: Venue,
  { holder, realm, takeoverAfter }: DerivativeAccount,
  listings: readonly ListingId[],
  now: number,
): Takeover {
  const old = listings.find((listing) => now - venue.marks.of(listing).time > houseAgeMaxMs)
  if (old === undefined) return 'now'
  if (now < takeoverAfter) return 'later'
  if (now - takeoverAfter <= tradeAgeMaxMs) return 'now'
  const { indexTenths, time } = venue.marks.of(old)
  return {
    type: 'takeoverWaits',
    realm,
    holder,
    listing: old,
    until: now + takeoverWaitMs,
    indexTenths,
    indexTime: time,
  }
}
