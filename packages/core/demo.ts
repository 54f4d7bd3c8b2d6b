import { decideReset } from './account/account.ts'
import { takeOver } from './derivative/close.ts'
import { cancelOrders } from './derivative/orders.ts'
import { lastMark } from './derivative/worth.ts'
import type { HolderId } from './ledger/holders.ts'
import { openOptionsOf } from './option/order.ts'
import { voidAllOf } from './option/sample.ts'
import { accepted, rejected, type Result } from './result/result.ts'
import { cancelAllOf } from './spot/cancel.ts'
import type { State } from './state.ts'
import type { Event } from './vocabulary.ts'

/** The events after which one command ends; what is left open waits for the next. */
export const settledEventsMax = 2_000

/** Brings a demo account back to its grant, where all that it has open can be valued: that ends before. */
export function startReset(state: State, holder: HolderId, now: number): Result<Iterable<readonly Event[]>> {
  const may = decideReset(state.venue, holder)
  if (!may.ok) return may
  const positions = [...(state.derivative.accounts.get(holder)?.positions.values() ?? [])]
  if (positions.some(({ listing }) => lastMark(state.venue, listing) <= 0)) return rejected('market_stale')
  return accepted(resetSteps(state, holder, now))
}

function* resetSteps(state: State, holder: HolderId, now: number): Generator<readonly Event[]> {
  yield cancelAllOf(state.spot, state.venue, holder, '', 'demo_reset')
  yield voidAllOf(openOptionsOf(state.option, holder))
  yield* resetLeveraged(state, holder, 'demo_reset', now)
  const reset = decideReset(state.venue, holder)
  if (reset.ok) yield reset.value
}

/**
 * Ends what is open on the demo realm at the last marks, account by account: orders are cancelled, the house takes
 * positions over. Options stay: prices change their kind only where none is open. Each step must be evolved
 * before the next is asked for.
 */
export function* settleSteps(state: State, now: number): Generator<{ events: readonly Event[]; more: boolean }> {
  let left = settledEventsMax
  for (const [holder, { realm }] of state.venue.holders.all()) {
    if (realm !== 'demo') continue
    if (left <= 0) {
      yield { events: [], more: true }
      return
    }
    for (const events of endOpenAt(state, holder, now)) {
      left -= events.length
      yield { events, more: false }
    }
  }
}

function* endOpenAt(state: State, holder: HolderId, now: number): Generator<readonly Event[]> {
  yield cancelAllOf(state.spot, state.venue, holder, '', 'prices_changed')
  yield* resetLeveraged(state, holder, 'prices_changed', now)
}

// orders are cancelled, the house takes positions at the last mark; one that no mark has ever valued stays
function* resetLeveraged(
  { derivative, venue }: State,
  holder: HolderId,
  cause: 'demo_reset' | 'prices_changed',
  now: number,
): Generator<readonly Event[]> {
  yield cancelOrders(derivative, holder, null, null, cause)
  for (const position of derivative.accounts.get(holder)?.positions.values() ?? []) {
    if (lastMark(venue, position.listing) > 0) yield* takeOver(derivative, venue, position, cause, now)
  }
}
