import type { Budget } from '../book/budget.ts'
import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import type { DerivativeState } from './state.ts'

/** A tick of a market as all that follows from it has it: on what, when, and how many fills are left to it. */
export interface Ticking {
  readonly state: DerivativeState
  readonly venue: Venue
  readonly listing: ListingId
  readonly budget: Budget
  readonly now: number
}
