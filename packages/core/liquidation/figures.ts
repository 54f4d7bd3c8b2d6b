import { markDecides } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { crossPositions, figuresAt, type Figures } from '../derivative/account.ts'
import type { DerivativeAccount, DerivativeState, Position } from '../derivative/state.ts'
import { lastMark } from '../derivative/worth.ts'
import type { Realm } from '../ledger/holders.ts'
import { usdt } from '../money/units.ts'

/** Whether marks may close a position now. */
export function isDecided(venue: Venue, realm: Realm, { listing }: Position, now: number): boolean {
  return markDecides(venue.listings[listing], venue.marks.of(listing), realm, now)
}

/** One of a cross account's positions at its last mark. */
export interface CountedPosition extends Figures {
  readonly position: Position
  readonly markTenths: number
  /** Whether that mark decides: only then may the position be closed. */
  readonly decided: boolean
}

/** A cross account at the marks: its balance and profit, and what it must keep. */
export interface Reckoned {
  readonly equity: bigint
  readonly maintenance: bigint
  readonly positions: readonly CountedPosition[]
}

/**
 * The whole cross account at its last marks. A position whose mark does not decide now counts with it for what becomes of
 * the others; it is not closed itself. Null where one of the positions has never had a mark.
 */
export function reckonCross(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  now: number,
): Reckoned | null {
  let equity = venue.ledger.available(account.holder, 'contract', usdt) + account.perpetualHold
  let maintenance = 0n
  const positions: CountedPosition[] = []
  for (const position of crossPositions(account)) {
    const markTenths = lastMark(venue, position.listing)
    if (markTenths === 0) return null
    const figures = figuresAt(state, position, markTenths)
    equity += figures.profit
    maintenance += figures.maintenance
    positions.push({ ...figures, position, markTenths, decided: isDecided(venue, account.realm, position, now) })
  }
  return { equity, maintenance, positions }
}
