import { faultOf, mayTrade } from '../book/checks.ts'
import { notional, notionalMax, type Listing } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { formatDecimal } from '../money/decimal.ts'
import { rateScale } from '../money/units.ts'
import type { CoreReason } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { countFault } from './condition.ts'
import type { ConditionalEvent, PlaceTrailing } from './conditional.ts'
import { worstNeed } from './money.ts'
import type { SpotState } from './state.ts'
import { letGoAt, trailRateMax, trailRateMin, trailRateStep } from './trails.ts'

const tenths = 10
const budgetMax = BigInt(notionalMax)

// who sells names a quantity, and who buys what may be spent: all is held from now on
function numbersFault({ budget, quantity, side }: PlaceTrailing, listing: Listing): CoreReason | null {
  if (budget < 0n) return 'field_malformed'
  if (side === 'buy') return budget === 0n || quantity > 0 ? 'request_malformed' : null
  if (budget > 0n) return 'request_malformed'
  return quantity <= 0 || quantity > listing.quantityMax ? 'quantity_out_of_range' : null
}

// a budget by itself, a sell at the whole tick below where it would be let go now
function worthOf({ budget, quantity, side }: PlaceTrailing, listing: Listing, trigger: number): number {
  if (side === 'sell') return notional(listing, Math.floor(trigger / tenths), quantity)
  return budget <= budgetMax ? Number(budget) : Number.POSITIVE_INFINITY
}

function isRate(rate: number): boolean {
  return rate >= trailRateMin && rate <= trailRateMax && rate % trailRateStep === 0
}

/**
 * Decides an order whose price is to follow the index from where it stands now: refuses it, or takes it and holds what it may
 * need. Reads only.
 */
export function placeTrailing(
  { nextOrder: order, waiting }: SpotState,
  venue: Venue,
  command: PlaceTrailing,
  now: number,
): Result<ConditionalEvent[]> {
  const { holder, quantity, rate, side } = command
  const floor = mayTrade(venue, holder, command.symbol, now)
  if (!floor.ok) return floor
  const { listing } = floor.value
  const fault = faultOf(command.fault) ?? numbersFault(command, listing)
  if (fault) return rejected(fault)
  if (!isRate(rate)) {
    // in per cent
    const [min, max] = [trailRateMin, trailRateMax].map((bound) => formatDecimal(bound, rateScale - 2))
    return rejected('trail_out_of_range', { min, max })
  }
  const { indexTenths: extremeTenths } = venue.marks.of(listing.id)
  const trigger = letGoAt(side === 'sell' ? 'fall' : 'rise', extremeTenths, rate)
  if (trigger < tenths || trigger > tenths * listing.priceMax) return rejected('price_invalid')
  const worth = worthOf(command, listing, trigger)
  if (worth <= listing.notionalMinExclusive) return rejected('notional_too_small')
  if (worth === Number.POSITIVE_INFINITY) return rejected('notional_too_large')
  const tooMany = countFault(waiting, venue, holder)
  if (tooMany) return tooMany
  const { id, base, quote } = listing
  const budget = Number(command.budget)
  const hold = side === 'buy' ? budget : worstNeed(listing, side, 0, quantity)
  if (hold > venue.ledger.spendable(holder, side === 'buy' ? quote : base)) {
    return rejected('balance_insufficient_order')
  }
  const where = { order, holder, listing: id, base, quote, side }
  return accepted([{ type: 'spotTrailingPlaced', ...where, rate, extremeTenths, quantity, budget, hold }])
}
