import { markDecides } from '../book/mark.ts'
import type { Ticking } from '../derivative/ticking.ts'
import { lastMark } from '../derivative/worth.ts'
import { realms } from '../ledger/holders.ts'
import { isLiquidatable } from '../margin/brackets.ts'
import type { Firing, TickStep } from './closing.ts'
import { liquidateCross } from './cross.ts'
import { liquidateOwn } from './ownMargin.ts'
import { fireTargets } from './targets.ts'
import type { Watch } from './watch.ts'

/**
 * What a tick fires once its ladder has been placed: stop-losses and take-profits, then liquidations of tickets and
 * isolated positions, then of cross accounts; in each realm for itself. A mark that does not decide fires none of its own
 * positions; cross accounts that it leads below their maintenance are closed out of their others. Each step's events must
 * be evolved before the next is asked for; `more` says that the tick has to go on.
 */
export function* afterCrossing(tick: Ticking, watch: Watch): Generator<{ events: TickStep; more: boolean }> {
  const { state, venue, listing, budget, now } = tick
  if (!state.terms[listing]) return
  watch.refresh(state, venue, now)
  const markTenths = lastMark(venue, listing)
  if (markTenths === 0) return
  for (const realm of realms) {
    const decided = markDecides(venue.listings[listing], venue.marks.of(listing), realm, now)
    const market = watch.market(realm, listing)
    if (!(decided ? market.isQuiet(markTenths) : market.isWithinBands(markTenths))) {
      const fire = { ...tick, watch, realm }
      const steps = decided ? firing(fire) : liquidateAccounts(fire, decided)
      for (const events of steps) yield { events, more: false }
      if (budget.fills <= 0) {
        yield { events: [], more: true }
        continue
      }
    }
    if (decided) watch.endTick(realm, listing, markTenths)
  }
}

function* firing(fire: Firing): Generator<TickStep> {
  const { state, venue, watch, now } = fire
  yield* fireTargets(fire)
  watch.refresh(state, venue, now)
  yield* liquidateOwn(fire)
  watch.refresh(state, venue, now)
  yield* liquidateAccounts(fire, true)
}

function* liquidateAccounts(fire: Firing, decided: boolean): Generator<TickStep> {
  const { state, venue, watch, realm, listing, budget, now } = fire
  for (const holder of watch.asked(state, realm, listing, { markTenths: lastMark(venue, listing), decided })) {
    // what is left for the next command is looked at again by then
    if (budget.fills <= 0) state.touched.holders.add(holder)
    else {
      const reckoned = watch.reckon(state, venue, holder, now)
      if (!reckoned || !isLiquidatable(reckoned.equity, reckoned.maintenance)) continue
      yield* liquidateCross(fire, holder)
    }
  }
}
