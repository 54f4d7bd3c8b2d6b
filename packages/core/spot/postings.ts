import type { Venue } from '../book/venue.ts'
import { houseHolder } from '../ledger/holders.ts'
import type { SpotEvent, SpotTraded } from './event.ts'

const feesOf = { real: houseHolder('real', 'fees'), demo: houseHolder('demo', 'fees') }

/**
 * Posts a spot event to the ledger without listing its moves: what `spotMoves` lists and `Ledger.apply` posts, which a
 * test holds against it.
 */
export function postSpot({ ledger }: Venue, event: SpotEvent): void {
  switch (event.type) {
    case 'spotOrderAccepted':
      if (event.hold !== 0) ledger.freeze(event.holder, heldCurrency(event), event.hold, 'order')
      break
    case 'spotOrderClosed':
      if (event.released !== 0) ledger.freeze(event.holder, heldCurrency(event), -event.released, 'order')
      break
    case 'spotOrderAmended':
      if (event.holdChange !== 0) ledger.freeze(event.holder, heldCurrency(event), event.holdChange, 'order')
      break
    case 'spotTraded':
      postTrade(ledger, event)
  }
}

function heldCurrency(event: { readonly side: 'buy' | 'sell'; readonly base: number; readonly quote: number }): number {
  return event.side === 'buy' ? event.quote : event.base
}

// holds go first and fees last, so that no account is below zero at any step
function postTrade(ledger: Venue['ledger'], event: SpotTraded): void {
  const { base, quote } = event
  const takerBuys = event.takerSide === 'buy'
  const buyer = takerBuys ? event.takerHolder : event.makerHolder
  const seller = takerBuys ? event.makerHolder : event.takerHolder
  const buyerHold = takerBuys ? event.takerHold : event.makerHold
  const sellerHold = takerBuys ? event.makerHold : event.takerHold
  if (buyerHold !== 0) ledger.freeze(buyer, quote, -buyerHold, 'order')
  if (sellerHold !== 0) ledger.freeze(seller, base, -sellerHold, 'order')
  ledger.pay(buyer, seller, quote, event.quoteAmount, 'spot_buy')
  ledger.pay(seller, buyer, base, event.baseAmount, 'spot_sell')
  const fees = event.realm === 'demo' ? feesOf.demo : feesOf.real
  const buyerFee = takerBuys ? event.takerFee : event.makerFee
  const sellerFee = takerBuys ? event.makerFee : event.takerFee
  if (buyerFee !== 0) ledger.pay(buyer, fees, base, buyerFee, 'transaction_fee')
  if (sellerFee !== 0) ledger.pay(seller, fees, quote, sellerFee, 'transaction_fee')
}
