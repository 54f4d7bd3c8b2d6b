import { houseHolder, type HolderId, type Realm } from '../ledger/holders.ts'
import type { Mark } from '../book/mark.ts'
import { noSlot, type Book, type Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import type { SpotEvent, SpotTraded } from './event.ts'
import { cancelOf } from './closing.ts'
import type { LostMakers, PlannedFill } from './matching.ts'
import { baseUnits, feeExcessAfter, feeOn, quoteUnits, worstNeed } from './money.ts'
import type { OpenOrders } from './openOrders.ts'
import { bookOf, type SpotState } from './state.ts'

/** The order that takes: an accepted or amended one. */
export interface Taker {
  readonly order: number
  readonly holder: HolderId
  readonly side: Side
  /** The limit at which its hold was reckoned; 0 where it holds nothing. */
  readonly heldPrice: number
  readonly feeRate: number
  /** By how much its fees exceed their exact sum so far. */
  readonly feeExcess: number
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
  const trades: SpotTraded[] = []
  let wanted = left
  let takerExcess = taker.feeExcess
  // a maker is met again only by the next fill, where the house's levels reach it one by one
  let met = noSlot
  let makerExcess = 0
  for (const fill of fills) {
    wanted -= fill.quantity
    const trade = spot.nextTrade + trades.length
    if (fill.slot !== noSlot && fill.slot !== met) {
      met = fill.slot
      makerExcess = spot.orders.feeExcess(book.order(met))
    }
    const made =
      fill.slot === noSlot
        ? houseTrade(trade, listing, realm, mark, taker, takerExcess, fill, wanted === 0)
        : userTrade(trade, spot.orders, book, listing, realm, taker, takerExcess, makerExcess, fill, wanted === 0)
    trades.push(made)
    const { baseAmount, quoteAmount } = made
    const buys = taker.side === 'buy'
    takerExcess = feeExcessAfter(buys ? baseAmount : quoteAmount, taker.feeRate, takerExcess, made.takerFee)
    if (fill.slot !== noSlot) {
      const rate = spot.orders.feeRateMaker(book.order(fill.slot))
      makerExcess = feeExcessAfter(buys ? quoteAmount : baseAmount, rate, makerExcess, made.makerFee)
    }
  }
  return trades
}

// both write out every field, since this is what each trade costs
function userTrade(
  trade: number,
  orders: OpenOrders,
  book: Book<number>,
  listing: Listing,
  realm: Realm,
  taker: Taker,
  takerExcess: number,
  makerExcess: number,
  { slot, price, quantity }: PlannedFill,
  takerFilled: boolean,
): SpotTraded {
  const maker = book.order(slot)
  const takerBuys = taker.side === 'buy'
  const baseAmount = baseUnits(listing, quantity)
  const quoteAmount = quoteUnits(listing, price, quantity)
  return {
    type: 'spotTraded',
    trade,
    realm,
    listing: listing.id,
    base: listing.base,
    quote: listing.quote,
    price,
    quantity,
    baseAmount,
    quoteAmount,
    makerOrder: orders.id(maker),
    makerHolder: orders.holder(maker),
    takerOrder: taker.order,
    takerHolder: taker.holder,
    takerSide: taker.side,
    makerFee: feeOn(takerBuys ? quoteAmount : baseAmount, orders.feeRateMaker(maker), makerExcess),
    takerFee: feeOn(takerBuys ? baseAmount : quoteAmount, taker.feeRate, takerExcess),
    // the maker rests at the price of the trade
    makerHold: takerBuys ? baseAmount : quoteAmount,
    takerHold: heldFor(listing, taker, quantity),
    makerFilled: book.quantity(slot) === quantity,
    takerFilled,
    indexTenths: 0,
    indexTime: 0,
  }
}

function houseTrade(
  trade: number,
  listing: Listing,
  realm: Realm,
  mark: Mark,
  taker: Taker,
  takerExcess: number,
  { price, quantity }: PlannedFill,
  takerFilled: boolean,
): SpotTraded {
  const baseAmount = baseUnits(listing, quantity)
  const quoteAmount = quoteUnits(listing, price, quantity)
  return {
    type: 'spotTraded',
    trade,
    realm,
    listing: listing.id,
    base: listing.base,
    quote: listing.quote,
    price,
    quantity,
    baseAmount,
    quoteAmount,
    makerOrder: 0,
    makerHolder: houseHolder(realm, 'liquidity'),
    takerOrder: taker.order,
    takerHolder: taker.holder,
    takerSide: taker.side,
    makerFee: 0,
    takerFee: feeOn(taker.side === 'buy' ? baseAmount : quoteAmount, taker.feeRate, takerExcess),
    makerHold: 0,
    takerHold: heldFor(listing, taker, quantity),
    makerFilled: false,
    takerFilled,
    indexTenths: mark.indexTenths,
    indexTime: mark.time,
  }
}

function heldFor(listing: Listing, taker: Taker, quantity: number): number {
  return taker.heldPrice > 0 ? worstNeed(listing, taker.side, taker.heldPrice, quantity) : 0
}

/**
 * The trades of the house's freshly placed levels with resting orders that they cross, best level first, at the
 * resting orders' prices, behind the ends of those that may rest no longer; at most `max` of all.
 */
export function houseTakes(
  spot: SpotState,
  listing: Listing,
  realm: Realm,
  mark: Mark,
  side: Side,
  depth: { price: readonly number[]; quantity: readonly number[] },
  max: number,
  lost: LostMakers | null = null,
): SpotEvent[] {
  const book = bookOf(spot, realm, listing.id)
  const fills: PlannedFill[] = []
  const ended: SpotEvent[] = []
  let slot = book.best(side === 'buy' ? 'sell' : 'buy')
  // of the order in `slot`
  let taken = 0
  for (const [level, limit] of depth.price.entries()) {
    let left = depth.quantity[level]
    while (left > 0 && slot !== noSlot && fills.length + ended.length < max) {
      const price = book.price(slot)
      if (side === 'buy' ? price > limit : price < limit) break
      const reason = lost?.(book.holder(slot)) ?? null
      if (reason !== null) {
        ended.push(cancelOf(spot, listing, book.order(slot), reason))
        slot = book.after(slot)
        continue
      }
      const quantity = Math.min(left, book.quantity(slot) - taken)
      fills.push({ price, quantity, slot })
      left -= quantity
      taken += quantity
      if (taken === book.quantity(slot)) {
        slot = book.after(slot)
        taken = 0
      }
    }
  }
  const house: Taker = {
    order: 0,
    holder: houseHolder(realm, 'liquidity'),
    side,
    heldPrice: 0,
    feeRate: 0,
    feeExcess: 0,
  }
  const left = new Map<number, number>()
  const trades = tradesOf(spot, listing, realm, mark, house, fills, 0).map((trade, at) => {
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
  return ended.length === 0 ? trades : [...ended, ...trades]
}
