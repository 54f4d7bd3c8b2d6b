import type { Venue } from '../book/venue.ts'
import { initialOf } from '../margin/brackets.ts'
import { ownLimitRefused } from '../selfLimit/selfLimit.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { crossFigures, smaller } from './account.ts'
import type { Floor } from './ask.ts'
import { bracketVersionInForce } from './bracketVersions.ts'
import { capFault } from './caps.ts'
import { lotsFault, lotsRefused, priceFault, undecidedRefused } from './checks.ts'
import { holdFor } from './effect.ts'
import type { DerivativeEvent, EventOf } from './event.ts'
import { afterMatching, matchOrder, type Step } from './match.ts'
import { bestCounter } from './matching.ts'
import { openingLoss } from './need.ts'
import type { DerivativeOrder, DerivativeState } from './state.ts'
import { feeOf, lastMark, quoteAt, worthOf } from './worth.ts'

/** What an open order is to become: its limit in ticks and its whole quantity, what is filled included; null keeps. */
export interface Amendment {
  readonly price: number | null
  readonly lots: number | null
}

interface Amended {
  readonly order: DerivativeOrder
  readonly price: number
  readonly lots: number
  readonly heldPrice: number
  readonly hold: bigint
}

function numbers(venue: Venue, floor: Floor, { order, price, lots }: Amended): Result<null> {
  if (lots !== order.lots) {
    const fault = lotsFault(lots)
    if (!fault.ok) return fault
    if (lots <= order.filled) return lotsRefused()
  }
  const isFewer = price === order.price && lots <= order.lots
  return isFewer ? accepted(null) : priceFault(floor, price, lastMark(venue, floor.listing.id))
}

// the same limits that a new order would meet, with what the order as it stands takes left out
function risk(state: DerivativeState, venue: Venue, floor: Floor, to: Amended, now: number): Result<null> {
  const { order, price, lots, hold } = to
  if (order.reduceOnly) return accepted(null)
  const product = order.product === 'contract' ? 'contract' : 'perpetual'
  const { holder, side, kind, timeInForce, multiple } = order
  const left = lots - order.filled
  const caps = capFault(state, venue, {
    floor,
    holder,
    product,
    side,
    kind,
    timeInForce,
    multiple,
    lots: left,
    instead: order,
  })
  if (!caps.ok) return caps
  const cross = crossFigures(state, venue, holder, now)
  if (cross.undecided !== null) return undecidedRefused(venue, cross.undecided)
  const { derivative } = floor
  const value = worthOf(derivative, left, lastMark(venue, derivative.listing))
  const need = hold + openingLoss(side, quoteAt(derivative, price, left), value)
  if (need > smaller(cross.available, cross.free) + order.hold) return rejected('balance_insufficient_order')
  const stakeMax = venue.selfLimits.limit(holder, 'stake', now)
  // one order is all of it: what is filled has its part of what it puts at risk
  const filled = initialOf(order.quoteFilled, multiple) + feeOf(order.feeScaled)
  return stakeMax !== null && filled + need > stakeMax ? ownLimitRefused('own_stake_limit', stakeMax) : accepted(null)
}

/**
 * Decides a change of an open order's limit or whole quantity. A lower quantity keeps its place; anything else loses it,
 * and may trade at once as a taker at the fee rate fixed when the order was accepted. `beside` happens with it.
 */
export function amendOrder(
  state: DerivativeState,
  venue: Venue,
  floor: Floor,
  order: DerivativeOrder,
  amendment: Amendment,
  now: number,
  beside: readonly DerivativeEvent[] = [],
): Result<Iterable<Step>> {
  const price = amendment.price ?? order.price
  const lots = amendment.lots ?? order.lots
  const keepsPlace = price === order.price && lots <= order.lots
  const best = bestCounter(state, venue, floor.derivative, floor.realm, order.side, now)
  // a short that comes anew may fill as high as the best bid
  const heldPrice = keepsPlace || order.side === 'buy' ? price : Math.max(price, best?.price ?? 0)
  const { quoteFilled, feeScaled } = order
  const hold = holdFor(floor.derivative, order, { heldPrice, quoteFilled, feeScaled }, lots - order.filled)
  const to: Amended = { order, price, lots, heldPrice, hold }
  const sound = numbers(venue, floor, to)
  if (!sound.ok) return sound
  if (!keepsPlace) {
    const may = risk(state, venue, floor, to, now)
    if (!may.ok) return may
    const trades = best && (order.side === 'buy' ? best.price <= price : best.price >= price)
    if (order.timeInForce === 'POST_ONLY' && trades) return rejected('post_only_would_trade')
  }
  const event: EventOf<'derivativeOrderAmended'> = {
    type: 'derivativeOrderAmended',
    order: order.id,
    holder: order.holder,
    listing: order.listing,
    product: order.product,
    position: order.position,
    side: order.side,
    price,
    lots,
    heldPrice,
    holdChange: hold - order.hold,
    keepsPlace,
  }
  const first = [event, ...bracketsTaken(state, order, lots), ...beside]
  return accepted(keepsPlace ? [first] : stepsOf(state, venue, order, first, now))
}

// what makes an order larger takes the brackets in force for the whole of it, as what increases a position does
function bracketsTaken(state: DerivativeState, order: DerivativeOrder, lots: number): DerivativeEvent[] {
  const { id, holder, listing, reduceOnly } = order
  const bracketVersion = bracketVersionInForce(state, listing)
  if (reduceOnly || lots <= order.lots || order.bracketVersion === bracketVersion) return []
  return [{ type: 'orderBracketsTaken', order: id, holder, listing, bracketVersion }]
}

function* stepsOf(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  first: Step,
  now: number,
): Generator<Step> {
  yield first
  const { end } = yield* matchOrder(state, venue, order, order.price, now)
  const after = afterMatching(state, venue, order, end, now)
  if (after.length > 0) yield after
}
