import { noSlot } from '../book/book.ts'
import type { Venue } from '../book/venue.ts'
import type { Realm } from '../ledger/holders.ts'
import { steps, ticks } from '../money/units.ts'
import type { SpotEvent, SpotOrderAccepted, SpotTraded } from './event.ts'
import { spotMoves } from './moves.ts'
import { admit, bookOf, dismiss, openOrder, rests, type SpotOrder, type SpotState } from './order.ts'

/** Changes the durable state by a spot event: the ledger, the open orders and the books. */
export function evolveSpot(spot: SpotState, venue: Venue, event: SpotEvent, now: number): void {
  const realm = event.type === 'spotTraded' ? event.realm : venue.holders.realm(event.holder)
  venue.ledger.apply(spotMoves(event))
  switch (event.type) {
    case 'spotOrderAccepted':
      accept(spot, realm, event, now)
      break
    case 'spotTraded':
      trade(spot, realm, event, now)
      break
    case 'spotOrderAmended':
      amend(spot, realm, event, now)
      break
    case 'spotOrderClosed': {
      const order = openOrder(spot, event.order)
      if (rests(order)) bookOf(spot, realm, order.listing).remove(order.slot)
      dismiss(spot, order)
    }
  }
}

function accept(spot: SpotState, realm: Realm, event: SpotOrderAccepted, now: number): void {
  const order: SpotOrder = {
    id: event.order,
    holder: event.holder,
    listing: event.listing,
    side: event.side,
    kind: event.kind,
    timeInForce: event.timeInForce,
    price: ticks(event.price),
    quantity: steps(event.quantity),
    budget: event.budget,
    filled: 0,
    quoteFilled: 0n,
    feePaid: 0n,
    feeRateMaker: event.feeRateMaker,
    feeRateTaker: event.feeRateTaker,
    acceptedAt: now,
    updatedAt: now,
    made: false,
    took: false,
    slot: noSlot,
    earlier: null,
    later: null,
  }
  if (event.rests) order.slot = rest(spot, realm, order)
  admit(spot, order)
  spot.nextOrder = event.order + 1
}

function rest(spot: SpotState, realm: Realm, order: SpotOrder): number {
  const left = steps(order.quantity - order.filled)
  return bookOf(spot, realm, order.listing).add(order.side, order.price, left, order)
}

function trade(spot: SpotState, realm: Realm, event: SpotTraded, now: number): void {
  if (event.makerOrder !== 0) {
    const maker = openOrder(spot, event.makerOrder)
    maker.made = true
    fill(spot, realm, maker, event, event.makerFee, event.makerFilled, now)
  }
  if (event.takerOrder !== 0) {
    const taker = openOrder(spot, event.takerOrder)
    taker.took = true
    fill(spot, realm, taker, event, event.takerFee, event.takerFilled, now)
  }
  spot.nextTrade = event.trade + 1
}

function fill(
  spot: SpotState,
  realm: Realm,
  order: SpotOrder,
  event: SpotTraded,
  fee: bigint,
  filled: boolean,
  now: number,
): void {
  order.filled += event.quantity
  order.quoteFilled += event.quoteAmount
  order.feePaid += fee
  order.updatedAt = now
  if (rests(order)) bookOf(spot, realm, order.listing).reduce(order.slot, event.quantity)
  if (filled) dismiss(spot, order)
}

function amend(spot: SpotState, realm: Realm, event: SpotEvent & { type: 'spotOrderAmended' }, now: number): void {
  const order = openOrder(spot, event.order)
  const book = bookOf(spot, realm, order.listing)
  order.updatedAt = now
  if (event.keepsPlace) {
    book.reduce(order.slot, order.quantity - event.quantity)
    order.quantity = steps(event.quantity)
    return
  }
  book.remove(order.slot)
  order.price = ticks(event.price)
  order.quantity = steps(event.quantity)
  order.slot = rest(spot, realm, order)
}
