import type { Budget } from '../book/budget.ts'
import type { Listing, ListingId } from '../book/listing.ts'
import { houseAgeMaxMs, type Mark } from '../book/mark.ts'
import { takesRisk } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { realms, type Realm } from '../ledger/holders.ts'
import { noTrigger } from '../trigger/priceTriggers.ts'
import { endOf, whereOf } from './condition.ts'
import { legOf, type Conditional, type ConditionalEvent, type Leg } from './conditional.ts'
import type { SpotEvent } from './event.ts'
import { lostMakers } from './matching.ts'
import { placeSpotOrder } from './place.ts'
import type { SpotState } from './state.ts'

type Step = { readonly events: readonly (SpotEvent | ConditionalEvent)[]; readonly more: boolean }

/**
 * What a tick makes of the conditional orders whose price its index has passed, realm by realm: each gives back its hold and
 * becomes an order by the checks of any new one, or ends with the reason why not. The farthest behind comes first, then the
 * one that was placed first. While the market takes no orders, or the house does not stand in it, all wait on. It goes as
 * far as the tick's budget of fills; each step's events must be evolved before the next is asked for.
 */
export function* fireConditionals(
  spot: SpotState,
  venue: Venue,
  id: ListingId,
  now: number,
  budget: Budget,
): Generator<Step> {
  const listing = venue.listings[id]
  const lost = lostMakers(venue, listing)
  for (const realm of realms) {
    const triggers = spot.waiting.at(realm, id)
    if (!triggers?.isPassed(venue.marks.peek(id).indexTenths)) continue
    const mark = venue.marks.of(id)
    if (!takesOrders(venue, listing, mark, realm, now)) continue
    const { indexTenths } = mark
    for (;;) {
      const next = triggers.next(indexTenths, indexTenths)
      const one = next === noTrigger ? undefined : spot.waiting.get(triggers.id(next))
      if (!one) break
      if (budget.fills <= 0) {
        yield { events: [], more: true }
        return
      }
      const reason = lost?.(one.holder) ?? null
      if (reason) {
        budget.fills--
        yield { events: [endOf(venue, one, reason)], more: false }
        continue
      }
      yield { events: [triggered(venue, one, mark)], more: false }
      const events = becomes(spot, venue, one, legOf(one, triggers.passing(next)), now)
      budget.fills -= Math.max(1, events.filter((event) => isWork(event, one)).length)
      yield { events, more: false }
    }
  }
}

// its trades, and the ends of others that were in its way
function isWork(event: SpotEvent | ConditionalEvent, { order }: Conditional): boolean {
  return event.type === 'spotTraded' || (event.type === 'spotOrderClosed' && event.order !== order)
}

function triggered(venue: Venue, one: Conditional, { indexTenths, time: indexTime }: Mark): ConditionalEvent {
  const fact = { ...whereOf(one, venue), released: one.hold, indexTenths, indexTime }
  if (!one.trail) return { type: 'spotConditionalTriggered', ...fact }
  return { type: 'spotTrailingTriggered', ...fact, extremeTenths: one.trail.extremeTenths }
}

// what stops all of a market or a realm stops no single order: it waits until that is over
function takesOrders(venue: Venue, listing: Listing, mark: Mark, realm: Realm, now: number): boolean {
  return now - mark.time <= houseAgeMaxMs && takesRisk(venue, listing, realm, now)
}

function becomes(
  spot: SpotState,
  venue: Venue,
  one: Conditional,
  { kind, price }: Leg,
  now: number,
): (SpotEvent | ConditionalEvent)[] {
  const { holder, side, quantity, order } = one
  const symbol = venue.listings[one.listing].code
  const terms = { holder, symbol, side, kind, timeInForce: 'GTC', price, quantity, fault: '' } as const
  const command = { type: 'placeSpotOrder', ...terms, budget: BigInt(one.budget) } as const
  const placed = placeSpotOrder(spot, venue, command, now, order)
  if (placed.ok) return placed.value
  const refusal = placed.rejection.reason
  return [{ type: 'spotConditionalEnded', ...whereOf(one, venue), reason: 'refused', refusal, released: 0 }]
}
