import { fillsPerTickMax, type Budget } from '../book/budget.ts'
import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { heldAnew } from '../derivative/account.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { realms, type Realm } from '../ledger/holders.ts'
import { isLiquidatable } from '../margin/brackets.ts'
import type { TickStep } from './closing.ts'
import { liquidateCross } from './cross.ts'
import { marksDecide } from './figures.ts'
import { liquidateOwn } from './ownMargin.ts'
import { fireTargets } from './targets.ts'
import type { Watch } from './watch.ts'

/**
 * What a tick fires once its ladder has been placed: stop-losses and take-profits, then liquidations of tickets and
 * isolated positions, then of cross accounts; in each realm for itself, and nothing where the mark does not decide.
 * Each step's events must be evolved before the next is asked for; `more` says that the tick has to go on.
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
  for (const realm of realms) {
    const mark = venue.marks[listing]
    if (!marksDecide(venue.listings[listing], mark, realm, now)) continue
    if (!watch.market(realm, listing).isQuiet(mark.indexTenths)) {
      for (const events of firing(state, venue, watch, realm, listing, budget, now)) yield { events, more: false }
      if (budget.fills <= 0) {
        yield { events: [], more: true }
        continue
      }
    }
    watch.endTick(realm, listing, mark.indexTenths)
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
  for (const holder of watch.asked(state, realm, listing, venue.marks[listing].indexTenths)) {
    // what is left for the next command is looked at again by then
    if (budget.fills <= 0) state.touched.holders.add(holder)
    else {
      const reckoned = watch.reckon(state, venue, holder, now)
      if (!reckoned || !isLiquidatable(reckoned.equity, reckoned.maintenance)) continue
      yield* liquidateCross(state, venue, holder, listing, budget, now)
    }
  }
  const held = [...state.touched.holders].flatMap((holder) => heldAnew(state, venue, holder))
  if (held.length > 0) yield held
}
