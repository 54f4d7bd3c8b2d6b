import type { ListingId } from '../book/listing.ts'
import { markDecides } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import { initialOf } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { unrealisedOf } from '../margin/position.ts'
import { usdt } from '../money/units.ts'
import { bracketsOfVersion } from './bracketVersions.ts'
import type { DerivativeEvent } from './event.ts'
import { derivativeOf, type DerivativeAccount, type DerivativeState, type Position } from './state.ts'
import { lastMark, worthOf } from './worth.ts'

/** The holder's lots in a listing, all positions and both sides added up. */
export function wholeLots(state: DerivativeState, holder: HolderId, listing: number): number {
  return state.accounts.get(holder)?.lots.get(listing) ?? 0
}

/** What a position is worth, has gained and must keep at a mark in tenths of a tick; amounts in units of USDT. */
export interface Figures {
  readonly value: bigint
  readonly profit: bigint
  readonly maintenance: bigint
}

/** A position's figures at a mark; its maintenance is its share of the holder's whole in the listing. */
export function figuresAt(state: DerivativeState, position: Position, markTenths: number): Figures {
  const derivative = derivativeOf(state, position.listing)
  const value = worthOf(derivative, position.lots, markTenths)
  const whole = wholeLots(state, position.holder, position.listing)
  const brackets = bracketsOfVersion(state, position)
  const maintenance = maintenanceShare(brackets, position.lots, whole, worthOf(derivative, 1, markTenths))
  return { value, profit: unrealisedOf(position, value), maintenance }
}

/** What a ticket or isolated position has: its margin and its profit at a mark. */
export function ownEquity(state: DerivativeState, position: Position, markTenths: number): bigint {
  const value = worthOf(derivativeOf(state, position.listing), position.lots, markTenths)
  return position.margin + unrealisedOf(position, value)
}

/** The cross account in units of USDT. */
export interface CrossFigures {
  /** The contract account's available plus what is held as perpetual margin. */
  readonly balance: bigint
  readonly available: bigint
  readonly required: bigint
  readonly profit: bigint
  readonly maintenance: bigint
  /** balance + profit: what a liquidation looks at. */
  readonly net: bigint
  readonly free: bigint
  /** For new risk and transfers out: max(0, min(available, free)); 0 while a mark is undecided. */
  readonly usable: bigint
  /** The listing of a cross position whose mark does not decide now, or null. */
  readonly undecided: ListingId | null
}

/**
 * What a cross account must keep where all its holder's lots in a listing come to `whole`, its own there being as they
 * are: each position bears its share of the whole.
 */
export function maintenanceWith(
  state: DerivativeState,
  cross: CrossFigures,
  holder: HolderId,
  listing: ListingId,
  { whole, markTenths }: { readonly whole: number; readonly markTenths: number },
): bigint {
  const position = state.accounts.get(holder)?.perpetual.get(listing)
  if (position?.kind !== 'cross') return cross.maintenance
  const unit = worthOf(derivativeOf(state, listing), 1, markTenths)
  const share = maintenanceShare(bracketsOfVersion(state, position), position.lots, whole, unit)
  return cross.maintenance - figuresAt(state, position, markTenths).maintenance + share
}

/** The open cross positions of an account. */
export function crossPositions(account: DerivativeAccount): Position[] {
  return [...account.perpetual.values()].filter((position) => position.kind === 'cross')
}

/** Reckons a holder's cross account at the last marks, whether they decide or not. */
export function crossFigures(state: DerivativeState, venue: Venue, holder: HolderId, now: number): CrossFigures {
  const account = state.accounts.get(holder)
  const available = venue.ledger.available(holder, 'contract', usdt)
  const held = account?.perpetualHold ?? 0n
  const required = account?.required ?? 0n
  let profit = 0n
  let maintenance = 0n
  let undecided: ListingId | null = null
  if (account && account.crossCount > 0) {
    for (const position of account.perpetual.values()) {
      if (position.kind !== 'cross') continue
      const { listing } = position
      const figures = figuresAt(state, position, lastMark(venue, listing))
      profit += figures.profit
      maintenance += figures.maintenance
      if (!markDecides(venue.listings[listing], venue.marks.of(listing), account.realm, now)) undecided ??= listing
    }
  }
  const balance = available + held
  const net = balance + profit
  const free = net - required
  const usable = undecided === null ? smaller(available, free) : 0n
  return {
    balance,
    available,
    required,
    profit,
    maintenance,
    net,
    free,
    usable: usable > 0n ? usable : 0n,
    undecided,
  }
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** What may leave the contract account or go into new risk, in units of USDT. */
export function usableOf(state: DerivativeState, venue: Venue, holder: HolderId, now: number): bigint {
  return crossFigures(state, venue, holder, now).usable
}

/** What a position requires of the cross account; 0 for one with a margin of its own. */
export function requiredBy(position: Pick<Position, 'kind' | 'cost' | 'multiple'>): bigint {
  return position.kind === 'cross' ? initialOf(position.cost, position.multiple) : 0n
}

/** The one hold of a cross account: the lesser of what it requires and what it has. */
export function holdTarget(required: bigint, balance: bigint): bigint {
  return smaller(required, balance)
}

/** The event that brings a holder's perpetual hold to where it belongs, or none. */
export function heldAnew(state: DerivativeState, venue: Venue, holder: HolderId): DerivativeEvent[] {
  const account = state.accounts.get(holder)
  if (!account || (account.crossCount === 0 && account.perpetualHold === 0n)) return []
  const balance = venue.ledger.available(holder, 'contract', usdt) + account.perpetualHold
  const change = holdTarget(account.required, balance) - account.perpetualHold
  return change === 0n ? [] : [{ type: 'marginHeld', holder, change }]
}
