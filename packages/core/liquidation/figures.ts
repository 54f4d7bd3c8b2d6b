import type { Listing, ListingId } from '../book/listing.ts'
import { inSession, sourcesMin, tradeAgeMaxMs, type Mark } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { crossPositions, figuresAt, type Figures } from '../derivative/account.ts'
import type { DerivativeAccount, DerivativeState, Position } from '../derivative/state.ts'
import { usdt } from '../derivative/worth.ts'
import type { Realm } from '../ledger/holders.ts'

/**
 * Whether marks may close a holder's positions now: never on an index older than 5 s, behind which too few sources
 * stand, or that is not live where the money is real; and not outside the session or where the symbol is halted. A
 * symbol that an operator halts for new risk alone (`cancel_only`) goes on closing.
 */
export function marksDecide(listing: Listing, mark: Mark, realm: Realm, now: number): boolean {
  if (now - mark.time > tradeAgeMaxMs || mark.sources < sourcesMin[realm] || listing.halt === 'halted') return false
  return (realm === 'demo' || mark.kind === 'live') && inSession(listing, now)
}

/** A cross account at the marks: its balance and profit, and what it must keep. */
export interface Reckoned {
  readonly equity: bigint
  readonly maintenance: bigint
  readonly positions: readonly (Figures & { readonly position: Position })[]
}

/**
 * The whole cross account at its marks. Where marks may not decide for one of its positions now, that position's
 * listing comes instead: nothing is known of the account until its mark is heard again.
 */
export function reckonCross(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  now: number,
): Reckoned | ListingId {
  let equity = venue.ledger.available(account.holder, 'contract', usdt) + account.perpetualHold
  let maintenance = 0n
  const positions: (Figures & { position: Position })[] = []
  for (const position of crossPositions(account)) {
    const mark = venue.marks[position.listing]
    if (!marksDecide(venue.listings[position.listing], mark, account.realm, now)) return position.listing
    const figures = figuresAt(state, position, mark.indexTenths)
    equity += figures.profit
    maintenance += figures.maintenance
    positions.push({ ...figures, position })
  }
  return { equity, maintenance, positions }
}
