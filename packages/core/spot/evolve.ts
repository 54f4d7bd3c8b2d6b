import { noSlot } from '../book/book.ts'
import type { PriceKind } from '../book/mark.ts'
import { liveSourcesMin } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import type { Realm } from '../ledger/holders.ts'
import { steps } from '../money/units.ts'
import { waitingOf, type ConditionalEvent } from './conditional.ts'
import type { SpotEvent, SpotOrderAccepted, SpotTraded } from './event.ts'
import { conditionalMoves } from './moves.ts'
import { postSpot } from './postings.ts'
import { bookOf, type SpotState } from './state.ts'

/** Changes the durable state by a spot event: the ledger, the open orders and the books. */
export function evolveSpot(spot: SpotState, venue: Venue, event: SpotEvent, now: number): void {
  postSpot(venue, event)
  switch (event.type) {
    case 'spotOrderAccepted':
      accept(spot, venue, event, now)
      break
    case 'spotTraded':
      trade(spot, event, now)
      break
    case 'spotOrderAmended':
      amend(spot, venue.holders.realm(event.holder), event, now)
      break
    case 'spotOrderClosed': {
      const order = spot.orders.at(event.order)
      const slot = spot.orders.bookSlot(order)
      if (slot !== noSlot) bookOf(spot, venue.holders.realm(event.holder), event.listing).remove(slot)
      spot.orders.close(order)
    }
  }
}

/** Changes the durable state by what happened to a conditional order. */
export function evolveConditional(spot: SpotState, venue: Venue, event: ConditionalEvent, now: number): void {
  venue.ledger.apply(conditionalMoves(event))
  if ('released' in event) {
    spot.waiting.remove(event.order)
    return
  }
  spot.waiting.add(waitingOf(event, now), venue.holders.realm(event.holder))
  spot.nextOrder = event.order + 1
}

/** What a second's sample says of the index. */
export interface IndexSampled {
  readonly kind: PriceKind
  readonly samples: readonly { readonly listing: number; readonly sources: number }[]
}

/** Lets what follows the index see a second's sample: real money only one that real money may trade by. */
export function followSample({ waiting }: SpotState, { lastSamples }: Venue, { kind, samples }: IndexSampled): void {
  for (const { listing, sources } of samples) {
    if (lastSamples[listing] <= 0) continue
    waiting.follow('demo', listing, lastSamples[listing])
    if (kind === 'live' && sources >= liveSourcesMin) waiting.follow('real', listing, lastSamples[listing])
  }
}

function accept(spot: SpotState, venue: Venue, event: SpotOrderAccepted, now: number): void {
  const order = spot.orders.open(event, now)
  if (event.rests) rest(spot, venue.holders.realm(event.holder), order)
  // one that has waited for a price had its number before
  if (event.order >= spot.nextOrder) spot.nextOrder = event.order + 1
}

function rest(spot: SpotState, realm: Realm, order: number): void {
  const { orders } = spot
  const left = steps(orders.left(order))
  const book = bookOf(spot, realm, orders.listing(order))
  orders.rest(order, book.add(orders.side(order), orders.price(order), left, order, orders.holder(order)))
}

function trade(spot: SpotState, event: SpotTraded, now: number): void {
  if (event.makerOrder !== 0) fill(spot, event, event.makerOrder, true, now)
  if (event.takerOrder !== 0) fill(spot, event, event.takerOrder, false, now)
  spot.nextTrade = event.trade + 1
}

function fill(spot: SpotState, event: SpotTraded, id: number, made: boolean, now: number): void {
  const { orders } = spot
  const order = orders.at(id)
  const received = orders.side(order) === 'buy' ? event.baseAmount : event.quoteAmount
  orders.fill(order, event, received, made ? event.makerFee : event.takerFee, made, now)
  const slot = orders.bookSlot(order)
  if (slot !== noSlot) bookOf(spot, event.realm, event.listing).reduce(slot, event.quantity)
  if (made ? event.makerFilled : event.takerFilled) orders.close(order)
}

function amend(spot: SpotState, realm: Realm, event: SpotEvent & { type: 'spotOrderAmended' }, now: number): void {
  const { orders } = spot
  const order = orders.at(event.order)
  const book = bookOf(spot, realm, event.listing)
  const fewer = orders.quantity(order) - event.quantity
  orders.amend(order, event.price, event.quantity, now)
  if (event.keepsPlace) {
    book.reduce(orders.bookSlot(order), fewer)
    return
  }
  book.remove(orders.bookSlot(order))
  rest(spot, realm, order)
}
