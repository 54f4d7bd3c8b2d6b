import { cancelOrders } from './derivative/orders.ts'
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

/** What follows from a command that ends new risk of its holder: a pause, or being disabled. */
export function* endedBy(state: State, command: Command): Generator<readonly Event[]> {
  if (command.type === 'pauseRisk') yield* endOpenings(state, command.holder, 'paused')
  else if (command.type === 'setStanding' && command.disabled)
    yield* endOpenings(state, command.holder, 'user_disabled')
}

/** The steps of restraints, each pause followed by the end of what would have taken new risk during it. */
export function* withEndings(state: State, steps: Iterable<readonly RestraintEvent[]>): Generator<readonly Event[]> {
  for (const step of steps) {
    yield step
    for (const event of step) if (event.type === 'riskPaused') yield* endOpenings(state, event.holder, 'paused')
  }
}
