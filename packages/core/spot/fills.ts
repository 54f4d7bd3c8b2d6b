import { houseHolder, type HolderId, type Realm } from '../ledger/holders.ts'
import type { Mark } from '../book/mark.ts'
import { noSlot, type Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import type { SpotEvent, SpotTraded } from './event.ts'
import type { PlannedFill } from './matching.ts'
import { baseUnits, feeOn, quoteUnits, worstNeed } from './money.ts'
import { bookOf, type SpotState } from './order.ts'

/** The order that takes: an accepted or amended one. */
export interface Taker {
  readonly order: number
  readonly holder: HolderId
  readonly side: Side
  /** The limit at which its hold was reckoned; 0 where it holds nothing. */
  readonly heldPrice: number
  readonly feeRate: number
}

/**
 * The trades of a taker's planned fills, in order. Trade ids start at `firstTrade`; `left` is what the taker still
 * wants, so that its last trade says that it is filled (0 where a budget counts).
 */
export function tradesOf(
  spot: SpotState,
  listing: Listing,
  realm: Realm,
  mark: Mark,
  taker: Taker,
  fills: readonly PlannedFill[],
  left: number,
): SpotTraded[] {
  const book = bookOf(spot, realm, listing.id)
  const makerSide = taker.side === 'buy' ? 'sell' : 'buy'
  let wanted = left
  return fills.map((fill, at): SpotTraded => {
    const byHouse = fill.slot === noSlot
    const maker = byHouse ? null : book.order(fill.slot)
    const baseAmount = baseUnits(listing, fill.quantity)
    const quoteAmount = quoteUnits(listing, fill.price, fill.quantity)
    const takerReceives = taker.side === 'buy' ? baseAmount : quoteAmount
    const makerReceives = taker.side === 'buy' ? quoteAmount : baseAmount
    wanted -= fill.quantity
    return {
      type: 'spotTraded',
      trade: spot.nextTrade + at,
      realm,
      listing: listing.id,
      base: listing.base,
      quote: listing.quote,
      price: fill.price,
      quantity: fill.quantity,
      baseAmount,
      quoteAmount,
      makerOrder: maker ? maker.id : 0,
      makerHolder: maker ? maker.holder : houseHolder(realm, 'liquidity'),
      takerOrder: taker.order,
      takerHolder: taker.holder,
      takerSide: taker.side,
      makerFee: maker ? feeOn(makerReceives, maker.feeRateMaker) : 0n,
      takerFee: feeOn(takerReceives, taker.feeRate),
      makerHold: maker ? worstNeed(listing, makerSide, maker.price, fill.quantity) : 0n,
      takerHold: taker.heldPrice > 0 ? worstNeed(listing, taker.side, taker.heldPrice, fill.quantity) : 0n,
      makerFilled: maker ? book.quantity(fill.slot) === fill.quantity : false,
      takerFilled: wanted === 0,
      indexTenths: byHouse ? mark.indexTenths : 0,
      indexTime: byHouse ? mark.time : 0,
    }
  })
}

/**
 * The trades of the house's freshly placed levels with resting orders that they cross, best level first, at the
 * resting orders' prices; at most `max` of them.
 */
export function houseTakes(
  spot: SpotState,
  listing: Listing,
  realm: Realm,
  mark: Mark,
  side: Side,
  depth: { price: readonly number[]; quantity: readonly number[] },
  max: number,
): SpotEvent[] {
  const book = bookOf(spot, realm, listing.id)
  const fills: PlannedFill[] = []
  let slot = book.best(side === 'buy' ? 'sell' : 'buy')
  let there = slot === noSlot ? 0 : book.quantity(slot)
  for (let level = 0; level < depth.price.length; level++) {
    let left = depth.quantity[level]
    while (left > 0 && slot !== noSlot && fills.length < max) {
      const price = book.price(slot)
      if (side === 'buy' ? price > depth.price[level] : price < depth.price[level]) break
      const quantity = Math.min(left, there)
      fills.push({ price, quantity, slot, level })
      left -= quantity
      there -= quantity
      if (there === 0) {
        slot = book.after(slot)
        there = slot === noSlot ? 0 : book.quantity(slot)
      }
    }
  }
  const house: Taker = {
    order: 0,
    holder: houseHolder(realm, 'liquidity'),
    side,
    heldPrice: 0,
    feeRate: 0,
  }
  const left = new Map<number, number>()
  return tradesOf(spot, listing, realm, mark, house, fills, 0).map((trade, at) => {
    const { slot: maker, quantity } = fills[at]
    const rest = (left.get(maker) ?? book.quantity(maker)) - quantity
    left.set(maker, rest)
    return {
      ...trade,
      makerFilled: rest === 0,
      takerFilled: false,
      indexTenths: mark.indexTenths,
      indexTime: mark.time,
    }
  })
}
