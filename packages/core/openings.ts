import { cancelOrders } from './derivative/orders.ts'
import type { Listing } from './book/listing.ts'
import type { HolderId } from './ledger/holders.ts'
import type { RestraintEvent } from './restraint/restraint.ts'
import { cancelAllOf } from './spot/cancel.ts'
import type { State } from './state.ts'
import type { Command, Event } from './vocabulary.ts'

/**
 * Cancels every order of a holder that would take new risk when it fills: those of spot, and those that open contracts
 * and perpetuals. What only closes stays.
 */
function* endOpenings(state: State, holder: HolderId, reason: 'paused' | 'user_disabled'): Generator<readonly Event[]> {
  const { derivative, spot, venue } = state
  const leveraged = cancelOrders(derivative, holder, null, null, reason).filter(({ order }) => {
    const open = derivative.orders.get(order)
    return open?.purpose === 'open' && !open.reduceOnly
  })
  yield [...cancelAllOf(spot, venue, holder, '', reason), ...leveraged]
}

// a halt is a term of its market besides, which all that trades there reads
function haltOf({ venue }: State, id: number, halt: Listing['halt'], haltReason: string): readonly Event[] {
  const listing: Listing | undefined = venue.listings[id]
  if (!listing || (listing.halt === halt && listing.haltReason === haltReason)) return []
  return [{ type: 'listingConfigured', listing: id, terms: { ...listing, halt, haltReason } }]
}

/** Each suspension that ends by now, with what follows from that. */
export function* suspensionSteps(state: State, now: number): Generator<readonly Event[]> {
  for (const event of state.venue.suspensions.due(now)) {
    yield [event]
    if (event.type === 'marketResumed') yield haltOf(state, event.listing, 'trading', '')
  }
}

/**
 * What follows from a command that ends new risk of its holder, a pause, a tag or being disabled, or that halts a market or lets
 * it go on.
 */
export function* endedBy(state: State, command: Command): Generator<readonly Event[]> {
  if (command.type === 'tagStaff' && command.staff) yield* endOpenings(state, command.holder, 'paused')
  else if (command.type === 'pauseRisk') yield* endOpenings(state, command.holder, 'paused')
  else if (command.type === 'setStanding' && command.disabled)
    yield* endOpenings(state, command.holder, 'user_disabled')
  else if (command.type === 'suspendHolder' && command.kind === 'disable')
    yield* endOpenings(state, command.holder, 'user_disabled')
  else if (command.type === 'suspendMarket') yield haltOf(state, command.listing, command.halt, command.reason)
  else if (command.type === 'resumeMarket') yield haltOf(state, command.listing, 'trading', '')
}

/** The steps of restraints, each pause followed by the end of what would have taken new risk during it. */
export function* withEndings(state: State, steps: Iterable<readonly RestraintEvent[]>): Generator<readonly Event[]> {
  for (const step of steps) {
    yield step
    for (const event of step) if (event.type === 'riskPaused') yield* endOpenings(state, event.holder, 'paused')
  }
}
