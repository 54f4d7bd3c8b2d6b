import { houseHolder, type HolderId } from '../ledger/holders.ts'
import type { Entry, Hold, Move } from '../ledger/move.ts'
import type { Category } from '../ledger/categories.ts'
import type { ConditionalEvent } from './conditional.ts'
import type { SpotEvent, SpotTraded } from './event.ts'

function entry(holder: HolderId, currency: number, amount: number, category: Category): Entry {
  return { kind: 'entry', holder, account: 'coin', currency, amount: BigInt(amount), category }
}

function hold(holder: HolderId, currency: number, amount: number): Hold {
  return { kind: 'hold', holder, account: 'coin', currency, amount: BigInt(amount), hold: 'order' }
}

/**
 * The ledger moves of a spot event, from the event alone. A trade moves base and quote
 * between the two sides, then each side's fee, taken off what it receives, to the fees account.
 */
export function spotMoves(event: SpotEvent): Move[] {
  switch (event.type) {
    case 'spotOrderAccepted':
      return event.hold === 0 ? [] : [hold(event.holder, heldCurrency(event), event.hold)]
    case 'spotOrderAmended':
      return event.holdChange === 0 ? [] : [hold(event.holder, heldCurrency(event), event.holdChange)]
    case 'spotOrderClosed':
      return event.released === 0 ? [] : [hold(event.holder, heldCurrency(event), -event.released)]
    case 'spotTraded':
      return tradeMoves(event)
  }
}

/** The ledger moves of what happens to a conditional order: it holds what the order may need while it waits. */
export function conditionalMoves(event: ConditionalEvent): Move[] {
  const amount = 'hold' in event ? event.hold : -event.released
  return amount === 0 ? [] : [hold(event.holder, heldCurrency(event), amount)]
}

function heldCurrency(event: { side: 'buy' | 'sell'; base: number; quote: number }): number {
  return event.side === 'buy' ? event.quote : event.base
}

function tradeMoves(event: SpotTraded): Move[] {
  const takerBuys = event.takerSide === 'buy'
  const buyer = takerBuys ? event.takerHolder : event.makerHolder
  const seller = takerBuys ? event.makerHolder : event.takerHolder
  const buyerHold = takerBuys ? event.takerHold : event.makerHold
  const sellerHold = takerBuys ? event.makerHold : event.takerHold
  const moves: Move[] = []
  if (buyerHold !== 0) moves.push(hold(buyer, event.quote, -buyerHold))
  if (sellerHold !== 0) moves.push(hold(seller, event.base, -sellerHold))
  moves.push(
    entry(buyer, event.quote, -event.quoteAmount, 'spot_buy'),
    entry(buyer, event.base, event.baseAmount, 'spot_buy'),
    entry(seller, event.base, -event.baseAmount, 'spot_sell'),
    entry(seller, event.quote, event.quoteAmount, 'spot_sell'),
  )
  const fees = houseHolder(event.realm, 'fees')
  const buyerFee = takerBuys ? event.takerFee : event.makerFee
  const sellerFee = takerBuys ? event.makerFee : event.takerFee
  pushFee(moves, buyer, fees, event.base, buyerFee)
  pushFee(moves, seller, fees, event.quote, sellerFee)
  return moves
}

function pushFee(moves: Move[], payer: HolderId, fees: HolderId, currency: number, fee: number) {
  if (fee === 0) return
  moves.push(entry(payer, currency, -fee, 'transaction_fee'), entry(fees, currency, fee, 'transaction_fee'))
}
