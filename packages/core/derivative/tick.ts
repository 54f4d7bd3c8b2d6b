import { opposite, sides } from '../book/book.ts'
import { eatLevels, ladderPrices, replaceLadder } from '../book/ladder.ts'
import type { ListingId } from '../book/listing.ts'
import { closingRefusal } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseOf, realms } from '../ledger/holders.ts'
import type { DerivativeTraded } from './event.ts'
import { houseTakes, type Step } from './match.ts'
import { houseLevels } from './matching.ts'
import { derivativeOf, type DerivativeState } from './state.ts'
import type { Ticking } from './ticking.ts'

/** Places the house's levels of the derivative books anew around the mark. Live only. */
export function senseLadders(state: DerivativeState, venue: Venue, listing: ListingId, now: number): void {
  const derivative = state.terms[listing]
  const { indexTenths, dispersionTenths } = venue.marks.peek(listing)
  if (!derivative || indexTenths === 0) return
  const prices = ladderPrices(derivative.ladder, indexTenths, dispersionTenths)
  for (const realm of realms) replaceLadder(state.ladders[realm][listing], derivative.ladder, prices, now)
}

/**
 * Lets the freshly placed levels trade with the resting orders that they cross, as far as the tick's budget of fills
 * goes; each step must be evolved.
 */
export function* crossLadders(tick: Ticking): Generator<{ readonly events: Step; readonly more: boolean }> {
  const { state, venue, listing, budget, now } = tick
  if (!state.terms[listing]) return
  const derivative = derivativeOf(state, listing)
  for (const realm of realms) {
    if (!state.books[realm][listing]) continue
    if (closingRefusal(venue.listings[listing], venue.marks.of(listing), realm, now)) continue
    for (const side of sides) {
      const levels = houseLevels(state, venue, derivative, realm, side, now)
      if (levels.price.length === 0) continue
      for (const events of houseTakes(tick, realm, side, levels)) {
        yield { events, more: false }
      }
      if (budget.fills > 0) continue
      yield { events: [], more: true }
      return
    }
  }
}

/** Takes what a trade with the house ate off its levels. Live only. */
export function absorbLadders(state: DerivativeState, trade: DerivativeTraded): void {
  const { maker, taker, realm, listing, takerSide } = trade
  const byHouse = houseOf(maker.holder) ? 'maker' : houseOf(taker.holder) ? 'taker' : null
  if (!byHouse) return
  const side = byHouse === 'maker' ? opposite(takerSide) : takerSide
  eatLevels(state.ladders[realm][listing], side, trade.lots, (price) => byHouse === 'taker' || price === trade.price)
}

/**
 * The last sample is the last mark of a symbol that no tick was heard of: where it has moved, what is open there counts as
 * touched. Live only.
 */
export function touchUnheard(
  { positions, touched }: DerivativeState,
  venue: Venue,
  samples: readonly { readonly listing: ListingId; readonly change: number }[],
): void {
  const moved = samples.filter(({ listing, change }) => change !== 0 && venue.marks.peek(listing).indexTenths === 0)
  if (moved.length === 0) return
  for (const { id, holder, listing } of positions.values()) {
    if (!moved.some((sample) => sample.listing === listing)) continue
    touched.positions.add(id)
    touched.holders.add(holder)
  }
}
