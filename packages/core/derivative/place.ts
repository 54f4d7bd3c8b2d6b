import { collarPrice } from '../book/collar.ts'
import { openOrdersFault } from '../book/openOrders.ts'
import type { Venue } from '../book/venue.ts'
import { ownLimitRefused } from '../selfLimit/selfLimit.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { crossFigures } from './account.ts'
import type { PlaceAsk } from './ask.ts'
import { capFault } from './caps.ts'
import { lotsFault, priceFault, undecidedRefused } from './checks.ts'
import { restingToReduce } from './cut.ts'
import type { EventOf } from './event.ts'
import { certainFill, heldPriceOf } from './certain.ts'
import { afterMatching, matchOrder, type Step } from './match.ts'
import { bestCounter, counters, fillsMax } from './matching.ts'
import { limitHold, marketNeed, openingLoss, turnNeed, walk, type Walk } from './need.ts'
import { closingOf } from './orders.ts'
import type { DerivativeState } from './state.ts'
import { targetFault } from './targets.ts'
import { lastMark, opens, quoteAt, worthOf } from './worth.ts'

// lots and price, then stop-loss and take-profit
function numbers(state: DerivativeState, venue: Venue, ask: PlaceAsk): Result<null> {
  const { floor, kind, side, price } = ask
  const mark = lastMark(venue, floor.listing.id)
  const lots = lotsFault(ask.lots)
  if (!lots.ok) return lots
  if (kind === 'limit') {
    const fault = priceFault(floor, price, mark)
    if (!fault.ok) return fault
  }
  if (ask.reduceOnly && reducible(state, ask) <= 0) return rejected('nothing_to_reduce')
  const opening =
    kind === 'limit' ? { numerator: BigInt(price), denominator: 1n } : { numerator: BigInt(mark), denominator: 10n }
  const target = targetFault(side, opening, mark, ask.stopLoss, ask.takeProfit)
  return target ? rejected(target) : accepted(null)
}

// what a reduce-only order finds that no older one will reduce
function reducible(state: DerivativeState, ask: PlaceAsk): number {
  const { id } = ask.floor.listing
  const position = state.accounts.get(ask.holder)?.perpetual.get(id)
  if (!position || position.side === opens(ask.side)) return 0
  const resting = ask.kind === 'limit' ? restingToReduce(state, ask.holder, id) : 0
  return position.lots - resting
}

/** The worst price that an order may trade at: its limit, or the collar. */
function limitOf(venue: Venue, ask: PlaceAsk): number {
  const { listing } = ask.floor
  return ask.kind === 'limit' ? ask.price : collarPrice(listing, lastMark(venue, listing.id), ask.side)
}

/** What an order would fill at once as the book stands. */
export function walkOf(state: DerivativeState, venue: Venue, ask: PlaceAsk, now: number): Walk {
  const { derivative, realm } = ask.floor
  const position = state.accounts.get(ask.holder)?.perpetual.get(derivative.listing)
  const lots = ask.reduceOnly ? Math.min(ask.lots, position?.lots ?? 0) : ask.lots
  return walk(
    derivative,
    counters(state, venue, derivative, realm, ask.side, now),
    { side: ask.side, limit: limitOf(venue, ask), lots, fillsMax },
    ({ maker }) => (maker?.holder !== ask.holder ? null : ask.reduceOnly ? 'skip' : 'stop'),
  )
}

/** What an order asks of its holder and what may be used for it. `turns`: it holds nothing while it fills. */
export interface Need {
  readonly need: bigint
  readonly usable: bigint
  readonly turns?: true
}

/**
 * What an order asks of its holder and what may be used for it, in units of USDT: a limit its hold and its opening
 * loss, a market order what it would cost as it would fill; one that only reduces nothing. A limit that closes a
 * position at once and cannot pay for all of it as if it opened is reckoned as it would fill, with what closing frees.
 */
export function needOf(state: DerivativeState, venue: Venue, ask: PlaceAsk, now: number): Need {
  const { derivative, listing } = ask.floor
  const { side, multiple, lots, feeRateTaker } = ask
  const markTenths = lastMark(venue, listing.id)
  const cross = crossFigures(state, venue, ask.holder, now)
  if (ask.reduceOnly) return { need: 0n, usable: cross.usable }
  const position = ask.product === 'perpetual' ? state.accounts.get(ask.holder)?.perpetual.get(listing.id) : undefined
  const before = { ...cross, position: position ?? null }
  const order = { side, multiple, feeRate: feeRateTaker, markTenths }
  if (ask.kind === 'limit') {
    const hold = limitHold(derivative, lots, heldPriceOf(state, venue, ask, now), multiple, feeRateTaker)
    const loss = openingLoss(side, quoteAt(derivative, ask.price, lots), worthOf(derivative, lots, markTenths))
    const whole = { need: hold + loss, usable: cross.usable }
    if (whole.need <= whole.usable || !position || ask.timeInForce === 'POST_ONLY') return whole
    const planned = walkOf(state, venue, ask, now)
    const rests = ask.timeInForce === 'GTC' && planned.end === 'book_empty' ? lots - planned.lots : 0
    const turn = turnNeed(derivative, order, planned, { price: ask.price, lots: rests }, before)
    return turn && turn.need <= turn.usable ? { ...turn, turns: true } : whole
  }
  return marketNeed(derivative, order, walkOf(state, venue, ask, now), before)
}

/**
 * Decides an order of either product: refuses it, or gives the steps of its acceptance and matching. The checks climb
 * from lots and price to the balance; after it nothing can refuse any more.
 */
export function placeOrder(state: DerivativeState, venue: Venue, ask: PlaceAsk, now: number): Result<Iterable<Step>> {
  const { derivative, realm } = ask.floor
  const sound = numbers(state, venue, ask)
  if (!sound.ok) return sound
  if (ask.reduceOnly) {
    // a way out that never rests needs no room among the open orders
    const tooMany = ask.kind === 'limit' ? openOrdersFault(venue, ask.holder) : null
    if (tooMany) return tooMany
  } else {
    const caps = capFault(state, venue, ask)
    if (!caps.ok) return caps
    const { undecided } = crossFigures(state, venue, ask.holder, now)
    if (undecided !== null) return undecidedRefused(venue, undecided)
  }
  if (ask.kind === 'limit' && ask.timeInForce === 'POST_ONLY') {
    const best = bestCounter(state, venue, derivative, realm, ask.side, now)
    const trades = best && (ask.side === 'buy' ? best.price <= ask.price : best.price >= ask.price)
    if (trades) return rejected('post_only_would_trade')
  }
  const killed = ask.timeInForce === 'FOK' ? certainFill(state, venue, ask, limitOf(venue, ask), now) : 'whole'
  if (killed === 'fills_max') return rejected('fill_or_kill_too_many')
  const { need, usable, turns } = needOf(state, venue, ask, now)
  if (need > usable) return rejected('balance_insufficient_order')
  const stakeMax = ask.reduceOnly ? null : venue.selfLimits.limit(ask.holder, 'stake', now)
  if (stakeMax !== null && need > stakeMax) return ownLimitRefused('own_stake_limit', stakeMax)
  const event = acceptanceOf(state, venue, ask, turns ? 0 : heldPriceOf(state, venue, ask, now))
  return accepted(stepsOf(state, venue, event, killed === 'short', limitOf(venue, ask), now))
}

function acceptanceOf(
  state: DerivativeState,
  venue: Venue,
  ask: PlaceAsk,
  heldPrice: number,
): EventOf<'derivativeOrderAccepted'> {
  const { floor, holder, product, position, side, kind, timeInForce, price, lots, multiple, reduceOnly } = ask
  const { derivative, realm, listing } = floor
  const holds = heldPrice > 0 && !reduceOnly
  return {
    type: 'derivativeOrderAccepted',
    order: state.nextOrder,
    realm,
    holder,
    listing: listing.id,
    product,
    position,
    purpose: 'open',
    closes: 0,
    side,
    kind,
    timeInForce,
    price: kind === 'limit' ? price : 0,
    lots,
    multiple,
    reduceOnly,
    hold: holds ? limitHold(derivative, lots, heldPrice, multiple, ask.feeRateTaker) : 0n,
    heldPrice,
    feeRateMaker: ask.feeRateMaker,
    feeRateTaker: ask.feeRateTaker,
    stopLoss: ask.stopLoss ?? 0,
    takeProfit: ask.takeProfit ?? 0,
    indexTenths: lastMark(venue, listing.id),
    indexTime: venue.marks.of(listing.id).time,
  }
}

function* stepsOf(
  state: DerivativeState,
  venue: Venue,
  event: EventOf<'derivativeOrderAccepted'>,
  killed: boolean,
  limit: number,
  now: number,
): Generator<Step> {
  yield [event]
  const order = state.orders.get(event.order)
  if (!order) throw new RangeError('a step must be evolved before the next is asked for')
  if (killed) {
    yield [closingOf(order, 'fill_or_kill')]
    return
  }
  const { end } = yield* matchOrder(state, venue, order, limit, now)
  const after = afterMatching(state, venue, order, end, now)
  if (after.length > 0) yield after
}
