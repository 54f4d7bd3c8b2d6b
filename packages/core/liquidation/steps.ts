import { fillsPerTickMax, type Budget } from '../book/budget.ts'
import type { ListingId } from '../book/listing.ts'
import { markDecides } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { lastMark } from '../derivative/worth.ts'
import { realms, type Realm } from '../ledger/holders.ts'
import { isLiquidatable } from '../margin/brackets.ts'
import type { TickStep } from './closing.ts'
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
export function* afterCrossing(
  state: DerivativeState,
  venue: Venue,
  watch: Watch,
  listing: ListingId,
  now: number,
  budget: Budget = { fills: fillsPerTickMax },
): Generator<{ events: TickStep; more: boolean }> {
  if (!state.terms[listing]) return
  watch.refresh(state, venue, now)
  const markTenths = lastMark(venue, listing)
  if (markTenths === 0) return
  for (const realm of realms) {
    const decided = markDecides(venue.listings[listing], venue.marks.of(listing), realm, now)
    const market = watch.market(realm, listing)
    if (!(decided ? market.isQuiet(markTenths) : market.isWithinBands(markTenths))) {
      const steps = decided
        ? firing(state, venue, watch, realm, listing, budget, now)
        : liquidateAccounts(state, venue, watch, { realm, listing, decided }, budget, now)
      for (const events of steps) yield { events, more: false }
      if (budget.fills <= 0) {
        yield { events: [], more: true }
        continue
      }
    }
    if (decided) watch.endTick(realm, listing, markTenths)
  }
}

function* firing(
  state: DerivativeState,
  venue: Venue,
  watch: Watch,
  realm: Realm,
  listing: ListingId,
  budget: Budget,
  now: number,
): Generator<TickStep> {
  yield* fireTargets(state, venue, watch, realm, listing, budget, now)
  watch.refresh(state, venue, now)
  yield* liquidateOwn(state, venue, watch, realm, listing, budget, now)
  watch.refresh(state, venue, now)
  yield* liquidateAccounts(state, venue, watch, { realm, listing, decided: true }, budget, now)
}

function* liquidateAccounts(
  state: DerivativeState,
  venue: Venue,
  watch: Watch,
  by: { readonly realm: Realm; readonly listing: ListingId; readonly decided: boolean },
  budget: Budget,
  now: number,
): Generator<TickStep> {
  const { realm, listing, decided } = by
  for (const holder of watch.asked(state, realm, listing, { markTenths: lastMark(venue, listing), decided })) {
    // what is left for the next command is looked at again by then
    if (budget.fills <= 0) state.touched.holders.add(holder)
    else {
      const reckoned = watch.reckon(state, venue, holder, now)
      if (!reckoned || !isLiquidatable(reckoned.equity, reckoned.maintenance)) continue
      yield* liquidateCross(state, venue, holder, listing, budget, now)
    }
  }
}
