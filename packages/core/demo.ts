import type { HolderId } from './ledger/holders.ts'
import { resetLeveraged } from './leveraged.ts'
import { openOptionsOf } from './option/order.ts'
import { voidAllOf } from './option/sample.ts'
import { cancelAllOf } from './spot/cancel.ts'
import type { State } from './state.ts'
import type { Event } from './vocabulary.ts'

/** Beyond so many events one command ends; what is left open waits for the next. */
export const settledEventsMax = 2_000

/** What ends before a demo account is brought back to its grant, so that what is left can be counted. */
export function* endOpen(state: State, holder: HolderId, now: number): Generator<readonly Event[]> {
  yield cancelAllOf(state.spot, state.venue, holder, '', 'demo_reset')
  yield voidAllOf(openOptionsOf(state.option, holder))
  yield* resetLeveraged(state, holder, 'demo_reset', now)
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
