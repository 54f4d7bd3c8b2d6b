import { noSlot } from '../book/book.ts'
import { emptyLadder } from '../book/ladder.ts'
import type { Venue } from '../book/venue.ts'
import { realms, type HolderId, type Realm } from '../ledger/holders.ts'
import { steps, ticks } from '../money/units.ts'
import type { PositionSide } from '../margin/position.ts'
import { requiredBy } from './account.ts'
import type { DerivativeEvent, DerivativeTraded, Effect, EventOf } from './event.ts'
import { derivativeMoves } from './moves.ts'
import {
  derivativeBook,
  derivativeOf,
  stands,
  type DerivativeAccount,
  type DerivativeOrder,
  type DerivativeState,
  type Position,
} from './state.ts'
import { makeDerivative } from './terms.ts'
import { opens, quoteAt } from './worth.ts'

/** A holder's account, made at its first use. */
export function accountOf(state: DerivativeState, venue: Venue, holder: HolderId): DerivativeAccount {
  const known = state.accounts.get(holder)
  if (known) return known
  const made: DerivativeAccount = {
    holder,
    realm: venue.holders.realm(holder),
    positions: new Map(),
    perpetual: new Map(),
    orders: new Map(),
    settings: new Map(),
    lots: new Map(),
    perpetualHold: 0n,
    required: 0n,
    crossCount: 0,
    reduceOnlyCount: 0,
  }
  state.accounts.set(holder, made)
  return made
}

/** The open order of an id; throws where the event's promise that it is open does not hold. */
function openOrder(state: DerivativeState, id: number): DerivativeOrder {
  const order = state.orders.get(id)
  if (!order) throw new RangeError(`derivative order ${id} is not open`)
  return order
}

function openPosition(state: DerivativeState, id: number): Position {
  const position = state.positions.get(id)
  if (!position) throw new RangeError(`position ${id} is not open`)
  return position
}

/** Takes an order among the open ones. */
export function admitOrder(state: DerivativeState, account: DerivativeAccount, order: DerivativeOrder): void {
  state.orders.set(order.id, order)
  account.orders.set(order.id, order)
  if (order.reduceOnly) account.reduceOnlyCount++
}

function dismissOrder(state: DerivativeState, order: DerivativeOrder): void {
  const account = state.accounts.get(order.holder)
  state.orders.delete(order.id)
  account?.orders.delete(order.id)
  if (account && order.reduceOnly) account.reduceOnlyCount--
}

/** Puts an order's rest into the book, behind all others at its price. */
export function restInBook(state: DerivativeState, realm: Realm, order: DerivativeOrder): void {
  const left = steps(order.lots - order.filled)
  order.slot = derivativeBook(state, realm, order.listing).add(order.side, ticks(order.price), left, order)
}

function leaveBook(state: DerivativeState, realm: Realm, order: DerivativeOrder): void {
  if (!stands(order)) return
  derivativeBook(state, realm, order.listing).remove(order.slot)
  order.slot = noSlot
}

// all that is kept of a position beside itself: lots by listing and side, and what the cross account requires
function count(state: DerivativeState, account: DerivativeAccount, position: Position, lots: number, required: bigint) {
  const { listing, side } = position
  const whole = (account.lots.get(listing) ?? 0) + lots
  if (whole === 0) account.lots.delete(listing)
  else account.lots.set(listing, whole)
  const sums = (side === 'long' ? state.longLots : state.shortLots)[account.realm]
  sums[listing] = (sums[listing] ?? 0) + lots
  account.required += required
  state.touched.positions.add(position.id)
  state.touched.holders.add(account.holder)
}

/** Takes a position among the open ones. */
export function admitPosition(state: DerivativeState, account: DerivativeAccount, position: Position): void {
  state.positions.set(position.id, position)
  account.positions.set(position.id, position)
  if (position.kind !== 'ticket') account.perpetual.set(position.listing, position)
  if (position.kind === 'cross') account.crossCount++
  count(state, account, position, position.lots, requiredBy(position))
}

function changePosition(
  state: DerivativeState,
  account: DerivativeAccount,
  position: Position,
  to: { readonly lots: number; readonly cost: bigint; readonly margin: bigint },
): void {
  const before = requiredBy(position)
  const lots = to.lots - position.lots
  position.lots = to.lots
  position.cost = to.cost
  position.margin = to.margin
  count(state, account, position, lots, requiredBy(position) - before)
  if (to.lots > 0) return
  state.positions.delete(position.id)
  account.positions.delete(position.id)
  if (position.kind !== 'ticket') account.perpetual.delete(position.listing)
  if (position.kind === 'cross') account.crossCount--
}

function accept(state: DerivativeState, venue: Venue, event: EventOf<'derivativeOrderAccepted'>, now: number): void {
  // written out field by field: a spread costs more than all the rest of an order
  const order: DerivativeOrder = {
    id: event.order,
    holder: event.holder,
    listing: event.listing,
    product: event.product,
    position: event.position,
    purpose: event.purpose,
    closes: event.closes,
    side: event.side,
    kind: event.kind,
    timeInForce: event.timeInForce,
    price: event.price,
    lots: event.lots,
    filled: 0,
    quoteFilled: 0n,
    feeScaled: 0n,
    feePaid: 0n,
    realised: 0n,
    multiple: event.multiple,
    reduceOnly: event.reduceOnly,
    hold: event.hold,
    heldPrice: event.heldPrice,
    feeRateMaker: event.feeRateMaker,
    feeRateTaker: event.feeRateTaker,
    stopLoss: event.stopLoss,
    takeProfit: event.takeProfit,
    acceptedAt: now,
    updatedAt: now,
    made: false,
    took: false,
    slot: noSlot,
  }
  admitOrder(state, accountOf(state, venue, event.holder), order)
  state.nextOrder = Math.max(state.nextOrder, event.order + 1)
}

function tradeSide(
  state: DerivativeState,
  venue: Venue,
  event: DerivativeTraded,
  effect: Effect,
  role: 'made' | 'took',
  now: number,
): void {
  const derivative = derivativeOf(state, event.listing)
  if (effect.kind === 'house') {
    const side = opens(role === 'took' ? event.takerSide : event.takerSide === 'buy' ? 'sell' : 'buy')
    houseTakes(state, event.realm, event.listing, side, effect)
    return
  }
  const account = accountOf(state, venue, effect.holder)
  const order = openOrder(state, effect.order)
  const feeRate = role === 'made' ? order.feeRateMaker : order.feeRateTaker
  order.filled += event.lots
  order.quoteFilled += event.quoteAmount
  order.feeScaled += event.quoteAmount * BigInt(feeRate)
  order.feePaid += effect.fee
  order.realised += effect.realised
  order.hold -= effect.holdReleased
  order[role] = true
  order.updatedAt = now
  if (stands(order)) {
    derivativeBook(state, event.realm, event.listing).reduce(order.slot, event.lots)
    if (effect.filled) order.slot = noSlot
  }
  account.perpetualHold += effect.perpetualChange
  const proceeds = quoteAt(derivative, event.price, effect.lotsClosed)
  if (effect.closing > 0) reduceBy(state, account, effect, proceeds, now)
  if (effect.opening > 0) increaseBy(state, account, event, effect, order, now)
  if (effect.filled) dismissOrder(state, order)
}

function reduceBy(
  state: DerivativeState,
  account: DerivativeAccount,
  effect: Effect,
  proceeds: bigint,
  now: number,
): void {
  const position = openPosition(state, effect.closing)
  const flips = effect.opening > 0
  position.realised += effect.realised
  position.lotsClosed += effect.lotsClosed
  position.proceeds += proceeds
  position.updatedAt = now
  if (!flips) position.feePaid += effect.fee
  const to = flips ? { lots: 0, cost: 0n, margin: 0n } : effect
  changePosition(state, account, position, to)
}

function increaseBy(
  state: DerivativeState,
  account: DerivativeAccount,
  event: DerivativeTraded,
  effect: Effect,
  order: DerivativeOrder,
  now: number,
): void {
  const known = state.positions.get(effect.opening)
  state.nextOrder = Math.max(state.nextOrder, effect.opening + 1)
  if (known) {
    changePosition(state, account, known, effect)
    known.feePaid += effect.fee
    known.updatedAt = now
    if (known.kind !== 'ticket') {
      if (order.stopLoss > 0) known.stopLoss = order.stopLoss
      if (order.takeProfit > 0) known.takeProfit = order.takeProfit
    }
    remember(known, order)
    return
  }
  if (effect.kind === 'house') throw new RangeError('the house opens no position of a user')
  const position: Position = {
    id: effect.opening,
    holder: effect.holder,
    listing: event.listing,
    kind: effect.kind,
    side: opens(order.side),
    lots: effect.lots,
    cost: effect.cost,
    margin: effect.margin,
    multiple: effect.multiple,
    stopLoss: order.stopLoss,
    takeProfit: order.takeProfit,
    triggered: 'none',
    feePaid: effect.fee,
    realised: 0n,
    funding: 0n,
    lotsClosed: 0,
    proceeds: 0n,
    openedAt: now,
    updatedAt: now,
    origin: effect.kind === 'ticket' ? originOf(order) : null,
  }
  admitPosition(state, account, position)
}

function originOf(order: DerivativeOrder): NonNullable<Position['origin']> {
  const { kind, timeInForce, price, feeRateTaker: feeRate, acceptedAt, lots, filled, quoteFilled, made, took } = order
  return { kind, timeInForce, price, feeRate, acceptedAt, lots, filled, quoteFilled, made, took }
}

// a ticket goes on to show its order once that is gone
function remember({ origin }: Position, { filled, quoteFilled, made, took }: DerivativeOrder): void {
  if (origin) Object.assign(origin, { filled, quoteFilled, made, took })
}

function houseTakes(
  state: DerivativeState,
  realm: Realm,
  listing: number,
  side: PositionSide,
  { lots, cost, lotsOpened, lotsClosed }: Pick<Effect, 'lots' | 'cost' | 'lotsOpened' | 'lotsClosed'>,
): void {
  const held = (state.house[realm][listing] ??= { side, lots: 0, cost: 0n })
  if (lotsOpened > 0 && (lotsClosed > 0 || held.lots === 0)) held.side = side
  held.lots = lots
  held.cost = cost
}

function settleClearing(state: DerivativeState, realm: Realm, listing: number, realised: bigint): void {
  state.clearing[realm][listing] = (state.clearing[realm][listing] ?? 0n) - realised
}

function takeOver(state: DerivativeState, venue: Venue, event: EventOf<'positionTakenOver'>, now: number): void {
  const account = accountOf(state, venue, event.holder)
  const position = openPosition(state, event.position)
  const { realm, listing, side, lots, proceeds } = event
  houseTakes(state, realm, listing, side, event.house)
  account.perpetualHold += event.perpetualChange
  position.realised += event.realised
  position.lotsClosed += lots
  position.proceeds += proceeds
  position.updatedAt = now
  changePosition(state, account, position, { lots: 0, cost: 0n, margin: 0n })
  settleClearing(state, realm, listing, event.realised + event.house.realised)
}

function configure(state: DerivativeState, venue: Venue, event: EventOf<'derivativeConfigured'>): void {
  const derivative = makeDerivative(venue.listings[event.listing], event.terms, venue.currencies)
  if (!derivative) throw new RangeError(`the derivative of listing ${event.listing} cannot be exact`)
  openDerivative(state, derivative)
}

/** Makes a derivative's ambient places. */
export function openDerivative(
  state: DerivativeState,
  derivative: NonNullable<DerivativeState['terms'][number]>,
): void {
  state.terms[derivative.listing] = derivative
  for (const realm of realms) state.ladders[realm][derivative.listing] ??= emptyLadder()
}

function orderEnds(state: DerivativeState, venue: Venue, event: EventOf<'derivativeOrderClosed'>): void {
  const order = openOrder(state, event.order)
  leaveBook(state, venue.holders.realm(event.holder), order)
  dismissOrder(state, order)
  state.touched.holders.add(event.holder)
}

function cut(state: DerivativeState, venue: Venue, event: EventOf<'derivativeOrderCut'>, now: number): void {
  const order = openOrder(state, event.order)
  const realm = venue.holders.realm(event.holder)
  if (stands(order)) derivativeBook(state, realm, order.listing).reduce(order.slot, order.lots - event.lots)
  order.lots = event.lots
  order.updatedAt = now
}

function target(state: DerivativeState, event: EventOf<'targetsSet'>, now: number): void {
  const { stopLoss, takeProfit } = event
  const change = { stopLoss, takeProfit, updatedAt: now }
  const order = state.orders.get(event.position)
  if (order) Object.assign(order, change)
  const position = state.positions.get(event.position)
  if (!position) return
  Object.assign(position, change)
  state.touched.positions.add(position.id)
}

/** Changes the durable state by a derivative event. */
export function evolveDerivative(state: DerivativeState, venue: Venue, event: DerivativeEvent, now: number): void {
  switch (event.type) {
    case 'derivativeConfigured':
      configure(state, venue, event)
      return
    case 'derivativeOrderAccepted':
      accept(state, venue, event, now)
      break
    case 'derivativeTraded':
      tradeSide(state, venue, event, event.maker, 'made', now)
      tradeSide(state, venue, event, event.taker, 'took', now)
      settleClearing(state, event.realm, event.listing, event.maker.realised + event.taker.realised)
      state.nextTrade = event.trade + 1
      break
    case 'derivativeOrderRested': {
      const order = openOrder(state, event.order)
      order.hold -= event.released
      order.heldPrice = order.price
      restInBook(state, venue.holders.realm(event.holder), order)
      break
    }
    case 'derivativeOrderCut':
      cut(state, venue, event, now)
      return
    case 'derivativeOrderClosed':
      orderEnds(state, venue, event)
      break
    case 'targetsSet':
      target(state, event, now)
      return
    case 'marginAdded': {
      const position = openPosition(state, event.position)
      position.margin = event.margin
      position.updatedAt = now
      state.touched.positions.add(position.id)
      break
    }
    case 'perpetualSet':
      accountOf(state, venue, event.holder).settings.set(event.listing, { mode: event.mode, multiple: event.multiple })
      return
    case 'marginHeld':
      accountOf(state, venue, event.holder).perpetualHold += event.change
      break
    case 'positionMarked': {
      const account = accountOf(state, venue, event.holder)
      const position = openPosition(state, event.position)
      position.realised += event.realised
      account.perpetualHold += event.perpetualChange
      changePosition(state, account, position, { lots: position.lots, cost: event.cost, margin: 0n })
      settleClearing(state, event.realm, event.listing, event.realised)
      break
    }
    case 'positionTakenOver':
      takeOver(state, venue, event, now)
  }
  venue.ledger.apply(derivativeMoves(event))
}
