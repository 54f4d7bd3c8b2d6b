import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import { derivativeOf, type DerivativeState } from '../derivative/state.ts'
import { worthOf } from '../derivative/worth.ts'
import { makeBrackets, isLiquidatable, type BracketTerms } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { unrealisedOf, type PositionSide } from '../margin/position.ts'
import { usdt } from '../money/units.ts'
import type { LiquidationEvent } from './event.ts'

type EventOf<T extends LiquidationEvent['type']> = Extract<LiquidationEvent, { type: T }>

/** A position that counted, with all that its profit and maintenance follow from. */
export interface ReckonedPosition {
  readonly side: PositionSide
  readonly lots: number
  /** The holder's lots in the listing, all positions and both sides added up. */
  readonly whole: number
  readonly cost: bigint
  readonly indexTenths: number
  readonly quotePerTenthLot: number
  readonly brackets: readonly BracketTerms[]
}

/** What an account or a position on its own margin holds, and what counted of it. */
export interface ReckonedAccount {
  /** What is held without profit: the balance of a cross account, or the position's own margin. */
  readonly balance: bigint
  readonly positions: readonly ReckonedPosition[]
}

/** What it comes to at its marks. */
export interface AnewReckoned {
  readonly equity: bigint
  readonly maintenance: bigint
  readonly positions: readonly { readonly profit: bigint; readonly maintenance: bigint }[]
  /** Whether that has to be liquidated: equity below maintenance. */
  readonly liquidatable: boolean
}

/**
 * Reckons a liquidated account anew from its facts alone, by the functions that the engine decided by: equity is the
 * balance and each position's profit at its mark, maintenance each position's share by its own brackets. Null where the
 * facts are none: brackets that are no scale, or more lots than the whole.
 */
export function reckonAnew({ balance, positions }: ReckonedAccount): AnewReckoned | null {
  let equity = balance
  let maintenance = 0n
  const found: { profit: bigint; maintenance: bigint }[] = []
  for (const { side, lots, whole, cost, indexTenths, quotePerTenthLot, brackets } of positions) {
    const scale = makeBrackets(brackets)
    if (!scale || lots < 1 || whole < lots) return null
    const unit = worthOf({ quotePerTenthLot }, 1, indexTenths)
    const profit = unrealisedOf({ side, cost }, unit * BigInt(lots))
    const kept = maintenanceShare(scale, lots, whole, unit)
    equity += profit
    maintenance += kept
    found.push({ profit, maintenance: kept })
  }
  return { equity, maintenance, positions: found, liquidatable: isLiquidatable(equity, maintenance) }
}

/** Everything that a liquidation was decided by, so that its owner can reckon it anew; at the state that decided. */
export function reckoningOf(
  state: DerivativeState,
  venue: Venue,
  started: EventOf<'liquidationStarted'>,
): EventOf<'liquidationReckoned'> {
  const { position: id, realm, holder } = started
  const account = state.accounts.get(holder)
  const own = state.positions.get(id)
  let heldByOrders = 0n
  for (const order of account?.orders.values() ?? []) heldByOrders += order.hold
  return {
    type: 'liquidationReckoned',
    position: id,
    realm,
    holder,
    available: venue.ledger.available(holder, 'contract', usdt),
    held: own ? own.margin : (account?.perpetualHold ?? 0n),
    heldByOrders,
    equity: started.equity,
    maintenance: started.maintenance,
    positions: started.positions.map((counted) => {
      const { listing, indexTenths, profit, maintenance } = counted
      const position = state.positions.get(counted.position)
      if (!position) throw new RangeError(`position ${counted.position} is not open`)
      const { kind, side, lots, cost, bracketVersion } = position
      return {
        position: position.id,
        listing,
        kind,
        side,
        lots,
        whole: account?.lots.get(listing) ?? lots,
        cost,
        indexTenths,
        ...markOf(venue, listing),
        quotePerTenthLot: derivativeOf(state, listing).quotePerTenthLot,
        bracketVersion,
        brackets: bracketsOfVersion(state, position),
        profit,
        maintenance,
      }
    }),
  }
}

function markOf(venue: Venue, listing: ListingId): { indexTime: number; sources: number } {
  const { time, sources } = venue.marks.of(listing)
  return { indexTime: time, sources }
}
