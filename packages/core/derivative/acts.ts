import type { Side } from '../book/book.ts'
import { faultOf } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { lotsRefused, mayClose } from './checks.ts'
import { closePosition } from './close.ts'
import type { TargetChange } from './command.ts'
import type { DerivativeEvent } from './event.ts'
import { addMargin, listingNamed, mayAct } from './manage.ts'
import type { Step } from './match.ts'
import { cancelOrders } from './orders.ts'
import { derivativeOf, type DerivativeState, type Position } from './state.ts'
import { changed, targetFault, type Opening } from './targets.ts'
import type { DerivativeProduct } from './words.ts'
import { lastMark } from './worth.ts'

/** The average price at which a position was opened. */
export function openingOfPosition(state: DerivativeState, { cost, lots, listing }: Position): Opening {
  const { quotePerTickLot } = derivativeOf(state, listing)
  return { numerator: cost, denominator: BigInt(lots) * BigInt(quotePerTickLot) }
}

/** What targets stand at: a ticket, a position, or an order that will open one; 0 for an unknown target. */
export interface Protected {
  readonly position: number
  readonly holder: HolderId
  readonly listing: number
  readonly side: Side
  readonly stopLoss: number
  readonly takeProfit: number
}

/** The change of targets, once they are found right; what is kept as it stands was right when it was set. */
export function targetsSet(
  venue: Venue,
  { side, stopLoss: lossBefore, takeProfit: profitBefore, ...whose }: Protected,
  change: { readonly stopLoss: TargetChange; readonly takeProfit: TargetChange },
  opening: Opening,
): Result<DerivativeEvent> {
  const stopLoss = changed(change.stopLoss, lossBefore)
  const takeProfit = changed(change.takeProfit, profitBefore)
  const fault = targetFault(
    side,
    opening,
    lastMark(venue, whose.listing),
    change.stopLoss.change === 'set' ? stopLoss : null,
    change.takeProfit.change === 'set' ? takeProfit : null,
  )
  if (fault) return rejected(fault)
  return accepted({ type: 'targetsSet', ...whose, stopLoss: stopLoss ?? 0, takeProfit: takeProfit ?? 0 })
}

/** Decides what its holder closes of a position at the market, or (0) the whole; `first` comes before. */
export function closeOwn(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  asked: { readonly lots: number; readonly fault: string },
  now: number,
  first: Step = [],
): Result<Iterable<Step>> {
  const may = mayClose(venue, position.holder, position.listing, now)
  if (!may.ok) return may
  const fault = faultOf(asked.fault)
  if (fault) return rejected(fault)
  const lots = asked.lots === 0 ? position.lots : asked.lots
  if (lots > position.lots) return lotsRefused()
  return accepted(closeAfter(first, closePosition(state, venue, position, { lots, purpose: 'close' }, now)))
}

function* closeAfter(first: Step, closing: Iterable<Step>): Generator<Step> {
  if (first.length > 0) yield first
  yield* closing
}

/** Decides the closing of all that a holder has open in a product, of one symbol or ('') of all; what rests is cancelled. */
export function closeAllOwn(
  state: DerivativeState,
  venue: Venue,
  { holder, symbol }: { readonly holder: HolderId; readonly symbol: string },
  product: DerivativeProduct,
  now: number,
): Result<Iterable<Step>> {
  const who = mayAct(venue, holder)
  if (!who.ok) return who
  const listing = listingNamed(venue, symbol)
  return listing.ok ? accepted(closeEvery(state, venue, holder, listing.value, product, now)) : listing
}

function* closeEvery(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  listing: number | null,
  product: DerivativeProduct,
  now: number,
): Generator<Step> {
  yield cancelOrders(state, holder, product, listing, 'by_user')
  const account = state.accounts.get(holder)
  for (const position of (product === 'contract' ? account?.positions : account?.perpetual)?.values() ?? []) {
    const meant = product === 'perpetual' || position.kind === 'ticket'
    if (!meant || (listing !== null && position.listing !== listing)) continue
    // a market that is off keeps its positions, and the others are closed
    if (!mayClose(venue, holder, position.listing, now).ok) continue
    yield* closePosition(state, venue, position, { lots: position.lots, purpose: 'close' }, now)
  }
}

/** Decides what a holder adds to the margin of a position; undefined where nothing is open that has one. */
export function addOwnMargin(
  state: DerivativeState,
  venue: Venue,
  position: Position | undefined,
  asked: { readonly amount: bigint; readonly fault: string },
  now: number,
): Result<readonly Step[]> {
  const fault = faultOf(asked.fault)
  if (fault) return rejected(fault)
  return position ? addMargin(state, venue, position, asked.amount, now) : rejected('nothing_to_reduce')
}
