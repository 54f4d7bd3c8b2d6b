import { noSlot } from '../book/book.ts'
import type { Venue } from '../book/venue.ts'
import type { Realm } from '../ledger/holders.ts'
import type { PositionSide } from '../margin/position.ts'
import {
  bracketVersionAfter,
  bracketVersionInForce,
  enforceBrackets,
  listingBrackets,
  moveOpenBrackets,
} from './bracketVersions.ts'
import type { DerivativeEvent, DerivativeTraded, Effect, EventOf } from './event.ts'
import {
  accountOf,
  admitOrder,
  admitPosition,
  changePosition,
  dismissOrder,
  leaveBook,
  openDerivative,
  openOrder,
  openPosition,
  restInBook,
  shrinkInBook,
} from './keep.ts'
import { derivativeMoves } from './moves.ts'
import {
  derivativeOf,
  stands,
  type DerivativeAccount,
  type DerivativeOrder,
  type DerivativeState,
  type Position,
} from './state.ts'
import { reachOrdered } from './reach.ts'
import { makeDerivative } from './terms.ts'
import { opens, quoteAt } from './worth.ts'

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
    bracketVersion: bracketVersionInForce(state, event.listing),
    stopLoss: event.stopLoss,
    takeProfit: event.takeProfit,
    acceptedAt: now,
    updatedAt: now,
    made: false,
    took: false,
    slot: noSlot,
    arrival: 0,
    isCloser: false,
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
  reachOrdered(state, account, order, -event.lots)
  order.quoteFilled += event.quoteAmount
  order.feeScaled += event.quoteAmount * BigInt(feeRate)
  order.feePaid += effect.fee
  order.realised += effect.realised
  order.hold -= effect.holdReleased
  order[role] = true
  order.updatedAt = now
  if (stands(order)) shrinkInBook(state, event.realm, order, event.lots)
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
    known.bracketVersion = bracketVersionAfter(known, order)
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
    bracketVersion: order.bracketVersion,
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

type TermsEvent = EventOf<'derivativeConfigured' | 'derivativeTermsSet' | 'bracketsEnforced' | 'chargesEnforced'>

function configure(state: DerivativeState, venue: Venue, event: TermsEvent): void {
  const derivative = makeDerivative(venue.listings[event.listing], event.terms, venue.currencies)
  if (!derivative) throw new RangeError(`the derivative of listing ${event.listing} cannot be exact`)
  openDerivative(state, derivative)
  enforceBrackets(state, event.listing, derivative.brackets)
  if (event.type === 'derivativeConfigured' || event.type === 'bracketsEnforced') moveOpenBrackets(state, event.listing)
  if (event.type === 'bracketsEnforced') listingBrackets(state, event.listing).measure = null
  if (event.type === 'chargesEnforced') state.charges.delete(event.listing)
}

type Announcing = `${'brackets' | 'charges'}${'Announced' | 'Withdrawn'}`

function announce(state: DerivativeState, event: EventOf<Announcing>, now: number): void {
  const { listing } = event
  switch (event.type) {
    case 'bracketsAnnounced': {
      const { brackets, effectiveAt } = event
      listingBrackets(state, listing).measure = { brackets, announcedAt: now, effectiveAt }
      return
    }
    case 'bracketsWithdrawn':
      listingBrackets(state, listing).measure = null
      return
    case 'chargesAnnounced': {
      const { charges, effectiveAt } = event
      state.charges.set(listing, { charges, announcedAt: now, effectiveAt })
      return
    }
    case 'chargesWithdrawn':
      state.charges.delete(listing)
  }
}

function orderEnds(state: DerivativeState, venue: Venue, event: EventOf<'derivativeOrderClosed'>): void {
  const order = openOrder(state, event.order)
  leaveBook(state, venue.holders.realm(event.holder), order)
  dismissOrder(state, order)
}

function cut(state: DerivativeState, venue: Venue, event: EventOf<'derivativeOrderCut'>, now: number): void {
  const order = openOrder(state, event.order)
  const realm = venue.holders.realm(event.holder)
  if (stands(order)) shrinkInBook(state, realm, order, order.lots - event.lots)
  reachOrdered(state, accountOf(state, venue, event.holder), order, event.lots - order.lots)
  order.lots = event.lots
  order.updatedAt = now
}

function amend(state: DerivativeState, venue: Venue, event: EventOf<'derivativeOrderAmended'>, now: number): void {
  const order = openOrder(state, event.order)
  const account = accountOf(state, venue, event.holder)
  const { price, lots, heldPrice } = event
  if (event.keepsPlace) shrinkInBook(state, account.realm, order, order.lots - lots)
  else leaveBook(state, account.realm, order)
  reachOrdered(state, account, order, lots - order.lots)
  order.hold += event.holdChange
  const change = { price, lots, updatedAt: now }
  Object.assign(order, change, { heldPrice })
  const origin = state.positions.get(order.id)?.origin
  if (origin) Object.assign(origin, { price, lots })
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

function markAnew(state: DerivativeState, venue: Venue, event: EventOf<'positionMarked'>): void {
  const account = accountOf(state, venue, event.holder)
  const position = openPosition(state, event.position)
  position.realised += event.realised
  account.perpetualHold += event.perpetualChange
  changePosition(state, account, position, { lots: position.lots, cost: event.cost, margin: 0n })
  settleClearing(state, event.realm, event.listing, event.realised)
}

/** Changes the durable state by a derivative event. */
export function evolveDerivative(state: DerivativeState, venue: Venue, event: DerivativeEvent, now: number): void {
  switch (event.type) {
    case 'derivativeConfigured':
    case 'derivativeTermsSet':
    case 'bracketsEnforced':
    case 'chargesEnforced':
      configure(state, venue, event)
      return
    case 'bracketsAnnounced':
    case 'bracketsWithdrawn':
    case 'chargesAnnounced':
    case 'chargesWithdrawn':
      announce(state, event, now)
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
    case 'derivativeOrderAmended':
      amend(state, venue, event, now)
      break
    case 'orderBracketsTaken':
      openOrder(state, event.order).bracketVersion = event.bracketVersion
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
    case 'positionMarked':
      markAnew(state, venue, event)
      break
    case 'positionTakenOver':
      takeOver(state, venue, event, now)
  }
  venue.ledger.apply(derivativeMoves(event))
}
