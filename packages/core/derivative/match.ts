import { opposite } from '../book/book.ts'
import { takesRisk } from '../book/realMoney.ts'
import { realmOf, type Venue } from '../book/venue.ts'
import type { Realm, HolderId } from '../ledger/holders.ts'
import { initialOf } from '../margin/brackets.ts'
import { signOf } from '../margin/position.ts'
import { usdt } from '../money/units.ts'
import { crossPositions, figuresAt, holdTarget, requiredBy, usableOf } from './account.ts'
import { fillableLots } from './caps.ts'
import { cutsOf, restingToReduce } from './cut.ts'
import { holdFor, onlyReduces, positionOf, settle, settleHouse, tradable, type Fill } from './effect.ts'
import type { DerivativeEvent, DerivativeTraded, Effect } from './event.ts'
import { bestCounter, fillsMax, firstResting, type Counter } from './matching.ts'
import { closingOf, lostOf } from './orders.ts'
import { derivativeOf, stands, type DerivativeOrder, type DerivativeState } from './state.ts'
import type { EndReason } from './words.ts'
import type { Ticking } from './ticking.ts'
import { lastMark, opens, quoteAt } from './worth.ts'

/** Facts that must be evolved together, before the next step is asked for. */
export type Step = readonly DerivativeEvent[]

/**
 * What a matching ends with; the order itself is still open unless it is filled. A resting order that is cancelled on
 * the way since its fill would not be sound counts as a fill, so that the work of one matching is bounded.
 */
export interface Matched {
  readonly end: EndReason
  readonly fills: number
}

/**
 * Matches an accepted order step by step against what stands at or better than `limit` ticks. Orders of its own holder
 * end an opening order and expire before a closing one; a resting order whose fill would not be sound is cancelled. Where no
 * new risk is taken, what would open is not looked at, however much of it there is: it waits in its place.
 */
export function* matchOrder(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  limit: number,
  now: number,
  most: number = fillsMax,
): Generator<Step, Matched> {
  const derivative = derivativeOf(state, order.listing)
  const realm = realmOf(venue, order.holder)
  const worse = (price: number): boolean => (order.side === 'buy' ? price > limit : price < limit)
  const isOpen = takesRisk(venue, venue.listings[order.listing], realm, now)
  let fills = 0
  for (;;) {
    if (order.filled === order.lots) return { end: 'filled', fills }
    const left = tradable(state, order)
    if (left === 0) return { end: 'position_gone', fills }
    const counter = bestCounter(state, venue, derivative, realm, order.side, now, isOpen)
    if (!counter || worse(counter.price)) {
      return isOpen || !mayRest(order)
        ? { end: 'book_empty', fills }
        : yield* clearWay(state, venue, order, realm, worse, { fills, most })
    }
    const { maker } = counter
    if (maker?.holder === order.holder) {
      if (!onlyReduces(order)) return { end: 'self_trade', fills }
      yield [closingOf(maker, 'self_trade')]
      continue
    }
    if (fills === most) return { end: 'fills_max', fills }
    const lost = maker && lostOf(state, venue, maker)
    const step = lost ? [lost] : fillStep(state, venue, order, counter, realm, left, now)
    if (step === 'margin_short' || step === 'cap_reached') return { end: step, fills }
    yield step
    if (step.some(({ type }) => type === 'derivativeOrderClosed')) fills++
    if (step.some(({ type }) => type === 'derivativeTraded')) {
      fills++
      yield* cutsAfter(state, [order, maker])
    }
  }
}

// ends what waits for new risk beyond a limit that is to come to rest: the book never stands crossed
function* clearWay(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  realm: Realm,
  worse: (price: number) => boolean,
  { fills, most }: { readonly fills: number; readonly most: number },
): Generator<Step, Matched> {
  for (let ended = fills; ;) {
    const maker = firstResting(state, realm, order.listing, opposite(order.side), true)
    if (!maker || worse(maker.price)) return { end: 'book_empty', fills: ended }
    if (maker.holder === order.holder) {
      yield [closingOf(maker, 'self_trade')]
      continue
    }
    if (ended === most) return { end: 'fills_max', fills: ended }
    yield [lostOf(state, venue, maker) ?? closingOf(maker, 'risk_closed')]
    ended++
  }
}

// reduce-only orders never rest for more than there is to reduce
function* cutsAfter(state: DerivativeState, orders: readonly (DerivativeOrder | null)[]): Generator<Step> {
  for (const order of orders) {
    if (!order || order.product !== 'perpetual') continue
    const cuts = cutsOf(state, order.holder, order.listing)
    if (cuts.length > 0) yield cuts
  }
}

// one fill, or what must happen before it can be, or why the taking order may not go on
function fillStep(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  { maker, price, lots: there }: Counter,
  realm: Realm,
  left: number,
  now: number,
): Step | 'margin_short' | 'cap_reached' {
  const derivative = derivativeOf(state, order.listing)
  const offered = maker ? fillableLots(state, venue, maker, Math.min(left, there), now) : Math.min(left, there)
  if (maker && offered === 0) return [closingOf(maker, 'cap_reached')]
  const lots = fillableLots(state, venue, order, offered, now)
  if (lots === 0) return 'cap_reached'
  const quote = quoteAt(derivative, price, lots)
  let made: Effect
  if (maker) {
    const settled = settle(state, venue, maker, makerFill(state, maker, price, lots), now)
    if (!settled.ok) return wayOut(state, venue, maker, settled.short) ?? [closingOf(maker, 'margin_short')]
    made = settled.effect
  } else {
    made = settleHouse(state, derivative, realm, opens(opposite(order.side)), lots, quote)
  }
  const fresh = order.product === 'contract' ? order.id : state.nextOrder + (made.opening === state.nextOrder ? 1 : 0)
  const settled = settle(state, venue, order, { price, lots, feeRate: order.feeRateTaker, fresh }, now)
  if (!settled.ok) return wayOut(state, venue, order, settled.short) ?? 'margin_short'
  return [traded(state, venue, order, realm, { price, lots, quote }, made, settled.effect)]
}

function makerFill(state: DerivativeState, maker: DerivativeOrder, price: number, lots: number): Fill {
  const fresh = maker.product === 'contract' ? maker.id : state.nextOrder
  return { price, lots, feeRate: maker.feeRateMaker, fresh }
}

/** The trade of a taker's fill; `made` and `taken` are what it does to the two sides. */
export function traded(
  state: DerivativeState,
  venue: Venue,
  order: Pick<DerivativeOrder, 'listing' | 'side'>,
  realm: Realm,
  fill: { readonly price: number; readonly lots: number; readonly quote: bigint },
  made: Effect,
  taken: Effect,
): DerivativeTraded {
  return {
    type: 'derivativeTraded',
    trade: state.nextTrade,
    realm,
    listing: order.listing,
    price: fill.price,
    lots: fill.lots,
    quoteAmount: fill.quote,
    takerSide: order.side,
    maker: made,
    taker: taken,
    indexTenths: lastMark(venue, order.listing),
    indexTime: venue.marks.of(order.listing).time,
  }
}

// a loss beyond what the account holds is paid by realising its other profits at the mark
function wayOut(state: DerivativeState, venue: Venue, order: DerivativeOrder, short: bigint): Step | null {
  const marks = realiseProfits(state, venue, order.holder, short)
  return marks.length > 0 ? marks : null
}

/** The events that realise a cross account's profits at the last marks, the largest first, until they come to `need`. */
export function realiseProfits(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  need: bigint,
): DerivativeEvent[] {
  const account = state.accounts.get(holder)
  if (!account) return []
  const gains = crossPositions(account)
    .map((position) => ({ position, ...figuresAt(state, position, lastMark(venue, position.listing)) }))
    .filter(({ profit }) => profit > 0n)
    .toSorted((a, b) => (a.profit === b.profit ? a.position.id - b.position.id : a.profit > b.profit ? -1 : 1))
  const events: DerivativeEvent[] = []
  let left = need
  let required = account.required
  let held = account.perpetualHold
  let balance = venue.ledger.available(holder, 'contract', usdt) + held
  for (const { position, value, profit } of gains) {
    if (left <= 0n) break
    required += initialOf(value, position.multiple) - requiredBy(position)
    balance += profit
    const perpetualChange = holdTarget(required, balance) - held
    held += perpetualChange
    left -= profit
    events.push({
      type: 'positionMarked',
      position: position.id,
      realm: account.realm,
      holder,
      listing: position.listing,
      side: position.side,
      lots: position.lots,
      cost: value,
      realised: signOf(position.side) * (value - position.cost),
      perpetualChange,
      indexTenths: lastMark(venue, position.listing),
      indexTime: venue.marks.of(position.listing).time,
    })
  }
  return events
}

/**
 * Lets the house's freshly placed levels take the resting orders that they cross, where no new risk is taken those that
 * reduce; each step must be evolved. What ends instead of being filled counts as a fill.
 */
export function* houseTakes(
  { state, venue, listing, budget, now }: Ticking,
  realm: Realm,
  side: 'buy' | 'sell',
  levels: { readonly price: readonly number[]; readonly quantity: readonly number[] },
): Generator<Step> {
  const derivative = derivativeOf(state, listing)
  const isOpen = takesRisk(venue, venue.listings[listing], realm, now)
  for (let level = 0; level < levels.price.length; level++) {
    let left = levels.quantity[level]
    while (left > 0 && budget.fills > 0) {
      const maker = firstResting(state, realm, listing, opposite(side), isOpen)
      if (!maker) return
      const { price } = maker
      if (side === 'buy' ? price > levels.price[level] : price < levels.price[level]) break
      const lots = fillableLots(state, venue, maker, Math.min(left, tradable(state, maker)), now)
      const lost = lostOf(state, venue, maker)
      if (lost || lots === 0) {
        yield [lost ?? closingOf(maker, 'cap_reached')]
        budget.fills--
        continue
      }
      const settled = settle(state, venue, maker, makerFill(state, maker, price, lots), now)
      if (!settled.ok) {
        yield wayOut(state, venue, maker, settled.short) ?? [closingOf(maker, 'margin_short')]
        budget.fills--
        continue
      }
      const quote = quoteAt(derivative, price, lots)
      const taken = settleHouse(state, derivative, realm, opens(side), lots, quote)
      yield [traded(state, venue, { listing, side }, realm, { price, lots, quote }, settled.effect, taken)]
      budget.fills--
      left -= lots
      yield* cutsAfter(state, [maker])
    }
  }
}

function mayRest({ kind, timeInForce }: DerivativeOrder): boolean {
  return kind === 'limit' && (timeInForce === 'GTC' || timeInForce === 'POST_ONLY')
}

/** What becomes of an order's rest once it was matched: it rests, or it ends. */
export function afterMatching(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
  end: EndReason,
  now: number,
): Step {
  if (end === 'filled' || stands(order)) return []
  if (mayRest(order) && end === 'book_empty') return restOf(state, venue, order, now)
  const reason = order.kind === 'limit' && end === 'book_empty' ? 'immediate_or_cancel' : end
  return [closingOf(order, reason)]
}

function restOf(state: DerivativeState, venue: Venue, order: DerivativeOrder, now: number): Step {
  const derivative = derivativeOf(state, order.listing)
  const { id, holder, listing, product, position, side, price, quoteFilled, feeScaled } = order
  const left = order.lots - order.filled
  const events: DerivativeEvent[] = []
  if (order.reduceOnly) {
    const room = (positionOf(state, order)?.lots ?? 0) - restingToReduce(state, holder, listing)
    if (room <= 0) return [closingOf(order, 'position_gone')]
    if (room < left) {
      events.push({ type: 'derivativeOrderCut', order: id, holder, listing, side, lots: order.filled + room })
    }
  }
  const released = order.hold - holdFor(derivative, order, { heldPrice: price, quoteFilled, feeScaled }, left)
  // one that turned a position held nothing so far: what rests of it must be paid for now
  if (released < 0n && -released > usableOf(state, venue, holder, now)) return [closingOf(order, 'margin_short')]
  events.push({ type: 'derivativeOrderRested', order: id, holder, product, position, side, released })
  return events
}
