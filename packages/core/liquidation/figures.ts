import type { Listing } from '../book/listing.ts'
import { inSession, sourcesMin, tradeAgeMaxMs, type Mark } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { derivativeOf, type DerivativeAccount, type DerivativeState, type Position } from '../derivative/state.ts'
import type { Realm } from '../ledger/holders.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { unrealisedOf, valueAt } from '../margin/position.ts'

const usdt = 0

/**
 * Whether marks may close a holder's positions now: never on an index older than 5 s, behind which too few sources
 * stand, or that is not live where the money is real; and not outside the session or where the symbol is halted. A
 * symbol that an operator halts for new risk alone (`cancel_only`) goes on closing.
 */
export function marksDecide(listing: Listing, mark: Mark, realm: Realm, now: number): boolean {
  if (now - mark.time > tradeAgeMaxMs || mark.sources < sourcesMin[realm] || listing.halt === 'halted') return false
  return (realm === 'demo' || mark.kind === 'live') && inSession(listing, now)
}

/** A position at a mark, in units of USDT. */
export interface PositionFigures {
  readonly value: bigint
  readonly profit: bigint
  readonly maintenance: bigint
}

/** What a position is worth, has gained, and must keep, at a mark in tenths of a tick. */
export function positionFigures(
  state: DerivativeState,
  account: DerivativeAccount,
  position: Position,
  markTenths: number,
): PositionFigures {
  const { listing, lots } = position
  const { brackets, quotePerTenthLot } = derivativeOf(state, listing)
  const value = valueAt(quotePerTenthLot, lots, markTenths)
  const unit = valueAt(quotePerTenthLot, 1, markTenths)
  const whole = account.lots.get(listing) ?? lots
  return {
    value,
    profit: unrealisedOf(position, value),
    maintenance: maintenanceShare(brackets, lots, whole, unit),
  }
}

/** A cross account at the marks: its balance and profit, and what it must keep. */
export interface CrossFigures {
  readonly equity: bigint
  readonly maintenance: bigint
  readonly positions: readonly (PositionFigures & { readonly position: Position })[]
}

/**
 * The whole cross account at its marks. Where marks may not decide for one of its positions now, that position's
 * listing comes instead: nothing is known of the account until its mark is heard again.
 */
export function crossFigures(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  now: number,
): CrossFigures | number {
  let equity = venue.ledger.available(account.holder, 'contract', usdt) + account.perpetualHold
  let maintenance = 0n
  const positions: (PositionFigures & { position: Position })[] = []
  for (const position of account.perpetual.values()) {
    if (position.kind !== 'cross') continue
    const mark = venue.marks[position.listing]
    if (!marksDecide(venue.listings[position.listing], mark, account.realm, now)) return position.listing
    const figures = positionFigures(state, account, position, mark.indexTenths)
    equity += figures.profit
    maintenance += figures.maintenance
    positions.push({ ...figures, position })
  }
  return { equity, maintenance, positions }
}
