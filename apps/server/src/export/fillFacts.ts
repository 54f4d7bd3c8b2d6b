import { ladderPrices } from '@truemark/core/book/ladder'
import type { LadderTerms } from '@truemark/core/book/listing'
import type { DerivativeTraded, Effect } from '@truemark/core/derivative/event'
import { settleHouse } from '@truemark/core/derivative/effect'
import { feeOf, opens, quoteAt } from '@truemark/core/derivative/worth'
import { costOfClosing, realisedOf } from '@truemark/core/margin/position'
import type { SpotTraded } from '@truemark/core/spot/event'
import { baseUnits, feeOn, quoteUnits } from '@truemark/core/spot/money'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { differing } from './differing.ts'

/**
 * Reckons a fill anew at the state before it: its amounts, the limits of both orders, its fees and what it realised, and,
 * against the house, whether its price is one that the house may have stood at around the index that the row names. As
 * `optionFault`.
 */
export function fillFault(state: State, event: Event): string | null {
  if (event.type === 'spotTraded') return spotFault(state, event)
  return event.type === 'derivativeTraded' ? derivativeFault(state, event) : null
}

function spotFault({ venue, spot }: State, event: SpotTraded): string | null {
  const where = `the spot trade ${event.trade}`
  const listing = venue.listings[event.listing]
  if (listing === undefined) return `${where}, listing: there is none`
  const { price, quantity, takerSide, baseAmount, quoteAmount } = event
  const amounts = { baseAmount: baseUnits(listing, quantity), quoteAmount: quoteUnits(listing, price, quantity) }
  const other = differing(where, event, { base: listing.base, quote: listing.quote, ...amounts })
  if (other !== null) return other
  for (const role of ['maker', 'taker'] as const) {
    const [id, holder, fee] =
      role === 'maker'
        ? [event.makerOrder, event.makerHolder, event.makerFee]
        : [event.takerOrder, event.takerHolder, event.takerFee]
    if (id === 0) continue
    const order = spot.orders.get(id)
    if (order === undefined) return `${where}, ${role}Order: ${id} is not open`
    const buys = (takerSide === 'buy') === (role === 'taker')
    const own = `${where}, ${role}`
    const fault = differing(own, { holder, side: buys ? 'buy' : 'sell' }, { holder: order.holder, side: order.side })
    if (fault !== null) return fault
    if (order.listing !== event.listing) return `${own}: the order is of another listing`
    if (order.filled + quantity > order.quantity && order.quantity > 0)
      return `${own}, quantity: it is more than is left`
    if (role === 'maker' && price !== order.price) return `${own}, price: it is not the limit of the order that rests`
    if (order.kind === 'limit' && (buys ? price > order.price : price < order.price))
      return `${own}, price: it is beyond the order's limit`
    const received = buys ? baseAmount : quoteAmount
    const rate = role === 'maker' ? order.feeRateMaker : order.feeRateTaker
    // older journals rounded each fill up by itself
    if (fee !== feeOn(received, rate, order.feeExcess) && fee !== feeOn(received, rate, 0))
      return `${own}, fee: it says ${fee}, the rules give ${feeOn(received, rate, order.feeExcess)}`
  }
  return event.makerOrder === 0 ? levelFault(where, listing.ladder, event) : null
}

/**
 * Whether the house's price may be one of its levels: it stands nowhere nearer to the index than its half-spread. How much
 * farther the sources' dispersion moved it is told by the decision's own inputs, where its row has them.
 */
function levelFault(
  where: string,
  ladder: LadderTerms,
  { price, indexTenths, takerSide }: Pick<SpotTraded, 'price' | 'indexTenths' | 'takerSide'>,
): string | null {
  if (indexTenths === 0) return `${where}, indexTenths: a trade with the house names no index`
  const { buy, sell } = ladderPrices(ladder, indexTenths, 0)
  const nearest = takerSide === 'buy' ? sell[0] : buy[0]
  const isLevel = nearest !== undefined && (takerSide === 'buy' ? price >= nearest : price <= nearest)
  return isLevel ? null : `${where}, price: the house does not stand at ${price} around ${indexTenths}`
}

function derivativeFault(state: State, event: DerivativeTraded): string | null {
  const where = `the trade ${event.trade}`
  const terms = state.derivative.terms[event.listing]
  if (terms === undefined) return `${where}, listing: it has no derivatives`
  const quoteAmount = quoteAt(terms, event.price, event.lots)
  const other = differing(where, event, { quoteAmount })
  if (other !== null) return other
  for (const role of ['maker', 'taker'] as const) {
    const buys = (event.takerSide === 'buy') === (role === 'taker')
    const fault = effectFault(state, event, { role, buys })
    if (fault !== null) return `${where}, ${role}, ${fault}`
  }
  return event.maker.order === 0 ? levelFault(where, terms.ladder, event) : null
}

interface SideOf {
  readonly role: 'maker' | 'taker'
  readonly buys: boolean
}

function effectFault(state: State, event: DerivativeTraded, { role, buys }: SideOf): string | null {
  const effect = event[role]
  const { derivative } = state
  const terms = derivative.terms[event.listing]
  if (terms === undefined) return 'listing: it has no derivatives'
  if (effect.order === 0) {
    const found = settleHouse(derivative, terms, event.realm, buys ? 'long' : 'short', event.lots, event.quoteAmount)
    return differing('the house', { ...effect }, { ...found })
  }
  const order = derivative.orders.get(effect.order)
  if (order === undefined) return `order: ${effect.order} is not open`
  const { holder, product, purpose, side } = order
  const own = differing('its order', { ...effect, side: buys ? 'buy' : 'sell' }, { holder, product, purpose, side })
  if (own !== null) return own
  if (effect.lotsClosed + effect.lotsOpened !== event.lots) return 'lots: they are not those of the trade'
  if (order.filled + event.lots > order.lots) return 'lots: they are more than is left of the order'
  if (role === 'maker' && event.price !== order.price) return 'price: it is not the limit of the order that rests'
  if (order.kind === 'limit' && (buys ? event.price > order.price : event.price < order.price))
    return "price: it is beyond the order's limit"
  const rate = role === 'maker' ? order.feeRateMaker : order.feeRateTaker
  const feeMax = feeOf(order.feeScaled + event.quoteAmount * BigInt(rate)) - feeOf(order.feeScaled)
  if (effect.fee < 0n || effect.fee > feeMax) return `fee: it says ${effect.fee}, the rules give at most ${feeMax}`
  return closedFault(state, event, effect, buys)
}

function closedFault({ derivative }: State, event: DerivativeTraded, effect: Effect, buys: boolean): string | null {
  const terms = derivative.terms[event.listing]
  if (effect.closing === 0 || terms === undefined)
    return differing('it closes nothing', { ...effect }, { lotsClosed: 0, costClosed: 0n, realised: 0n })
  const position = derivative.positions.get(effect.closing)
  if (position === undefined) return `closing: position ${effect.closing} is not open`
  const { holder, listing, side, lots, cost } = position
  if (side === opens(buys ? 'buy' : 'sell')) return 'closing: the position is on the same side'
  const closing = differing('its position', { ...effect, listing: event.listing }, { holder, listing })
  if (closing !== null || effect.lotsClosed > lots) return closing ?? 'lotsClosed: they are more than the position has'
  const costClosed = costOfClosing({ side, quantity: lots, cost }, effect.lotsClosed)
  const proceeds = quoteAt(terms, event.price, effect.lotsClosed)
  const realised = realisedOf({ side, cost: costClosed }, proceeds)
  return differing(`position ${position.id}`, { ...effect }, { costClosed, realised })
}
