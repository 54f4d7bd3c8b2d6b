import { noSlot, type Side } from '../book/book.ts'
import { doubled } from '../book/growth.ts'
import type { ListingId } from '../book/listing.ts'
import { holderRow, type HolderId } from '../ledger/holders.ts'
import type { Ticks } from '../money/units.ts'
import type { SpotOrderAccepted } from './event.ts'
import { IdTable, noPlace } from './idTable.ts'
import { feeExcessAfter } from './money.ts'
import { timesInForce, type SpotOrder, type TimeInForce } from './order.ts'

/** What {@link OpenOrders.find} gives where no open order bears the id; also the end of a holder's list. */
export const noOrder = noPlace

// An order is a row of eight numbers and eight integers at its place: two cache lines beside each other, and nothing
// that a garbage collector would have to look at.
const rowSize = 12
const integersSize = 24

const idAt = 0
const priceAt = 1
const quantityAt = 2
const filledAt = 3
const quoteFilledAt = 4
const feePaidAt = 5
const acceptedTimeAt = 6
const updatedTimeAt = 7

// among the integers, which stand behind the numbers of the same row
const holderAt = 16
/** The listing above its six bits: buys, is a market order, time in force (two), made, took. */
const traitsAt = 17
const bookSlotAt = 18
/** The places of the holder's open orders before and after this one, in the order of their numbers. */
const earlierAt = 19
const laterAt = 20
const feeRateMakerAt = 21
const feeRateTakerAt = 22
const feeExcessAt = 23

const buysBit = 1
const marketBit = 2
const timeInForceShift = 2
const madeBit = 16
const tookBit = 32
const listingShift = 6

/**
 * All open spot orders, each at a place of its own in typed arrays; found by id, and by holder from the lowest number on. Many
 * places are read and written for each command, so whoever has a place asks for one field; {@link OpenOrders.get}
 * makes an object of all of them.
 */
export class OpenOrders {
  readonly #byId = new IdTable()
  #numbers = new Float64Array(rowSize * 64)
  // the same memory
  #integers = new Int32Array(this.#numbers.buffer)
  #free = noOrder
  #used = 0
  // by holder, four to a row: how many orders, and the places of the first and the last of them
  #holders = new Int32Array(4 * 64)

  /** How many orders are open. */
  get size(): number {
    return this.#byId.size
  }

  /** The place of an open order, or {@link noOrder}. */
  find(id: number): number {
    return this.#byId.get(id)
  }

  has(id: number): boolean {
    return this.find(id) !== noOrder
  }

  /** The place of an order that the caller knows to be open; throws where it is not. */
  at(id: number): number {
    const place = this.#byId.get(id)
    if (place === noOrder) throw new RangeError(`order ${id} is not open`)
    return place
  }

  #take(): number {
    const place = this.#free
    if (place !== noOrder) {
      this.#free = this.#integers[integersSize * place + laterAt]
      return place
    }
    if (rowSize * this.#used === this.#numbers.length) {
      this.#numbers = doubled(this.#numbers)
      this.#integers = new Int32Array(this.#numbers.buffer)
    }
    return this.#used++
  }

  /** Takes an accepted order in among its holder's, outside the book; gives its place. */
  open(event: SpotOrderAccepted, now: number): number {
    const place = this.#take()
    const row = rowSize * place
    const numbers = this.#numbers
    numbers[row + idAt] = event.order
    numbers[row + priceAt] = event.price
    numbers[row + quantityAt] = event.quantity
    numbers[row + filledAt] = 0
    numbers[row + quoteFilledAt] = 0
    numbers[row + feePaidAt] = 0
    numbers[row + acceptedTimeAt] = now
    numbers[row + updatedTimeAt] = now
    const integers = this.#integers
    integers[integersSize * place + holderAt] = holderRow(event.holder)
    integers[integersSize * place + traitsAt] =
      (event.listing << listingShift) |
      (event.side === 'buy' ? buysBit : 0) |
      (event.kind === 'market' ? marketBit : 0) |
      (placeOf(event.timeInForce) << timeInForceShift)
    integers[integersSize * place + bookSlotAt] = noSlot
    integers[integersSize * place + feeRateMakerAt] = event.feeRateMaker
    integers[integersSize * place + feeRateTakerAt] = event.feeRateTaker
    integers[integersSize * place + feeExcessAt] = 0
    this.#byId.add(event.order, place)
    this.#link(place, event.holder)
    return place
  }

  /** Takes an order in as a snapshot kept it. */
  restore(order: SpotOrder): number {
    const { id, acceptedAt, ...kept } = order
    const event = { type: 'spotOrderAccepted', order: id, base: 0, quote: 0, hold: 0, budget: 0, rests: true } as const
    const place = this.open({ ...event, ...kept }, acceptedAt)
    const row = rowSize * place
    this.#numbers[row + filledAt] = order.filled
    this.#numbers[row + quoteFilledAt] = order.quoteFilled
    this.#numbers[row + feePaidAt] = order.feePaid
    this.#numbers[row + updatedTimeAt] = order.updatedAt
    this.#integers[integersSize * place + feeExcessAt] = order.feeExcess
    this.#integers[integersSize * place + traitsAt] |= (order.made ? madeBit : 0) | (order.took ? tookBit : 0)
    return place
  }

  /** Forgets an order that is done. */
  close(place: number): void {
    const row = rowSize * place
    this.#byId.remove(this.#numbers[row + idAt])
    this.#unlink(place)
    this.#integers[integersSize * place + laterAt] = this.#free
    this.#free = place
  }

  #link(place: number, holder: HolderId): void {
    const own = 4 * holderRow(holder)
    while (own >= this.#holders.length) this.#holders = doubled(this.#holders)
    const holders = this.#holders
    const integers = this.#integers
    const id = this.#numbers[rowSize * place + idAt]
    let earlier = holders[own]++ === 0 ? noOrder : holders[own + 2]
    let later = noOrder
    // one that has waited for a price has an older number
    while (earlier !== noOrder && this.#numbers[rowSize * earlier + idAt] > id) {
      later = earlier
      earlier = integers[integersSize * earlier + earlierAt]
    }
    integers[integersSize * place + earlierAt] = earlier
    integers[integersSize * place + laterAt] = later
    if (earlier === noOrder) holders[own + 1] = place
    else integers[integersSize * earlier + laterAt] = place
    if (later === noOrder) holders[own + 2] = place
    else integers[integersSize * later + earlierAt] = place
  }

  #unlink(place: number): void {
    const holders = this.#holders
    const integers = this.#integers
    const own = 4 * integers[integersSize * place + holderAt]
    const earlier = integers[integersSize * place + earlierAt]
    const later = integers[integersSize * place + laterAt]
    if (earlier === noOrder) holders[own + 1] = later
    else integers[integersSize * earlier + laterAt] = later
    if (later === noOrder) holders[own + 2] = earlier
    else integers[integersSize * later + earlierAt] = earlier
    holders[own]--
  }

  /** Counts a trade of the order, which received `received` for `fee` in the same units. */
  fill(
    place: number,
    { quantity, quoteAmount }: { readonly quantity: number; readonly quoteAmount: number },
    received: number,
    fee: number,
    made: boolean,
    now: number,
  ): void {
    const at = integersSize * place
    const rate = this.#integers[at + (made ? feeRateMakerAt : feeRateTakerAt)]
    this.#integers[at + feeExcessAt] = feeExcessAfter(received, rate, this.#integers[at + feeExcessAt], fee)
    const row = rowSize * place
    const numbers = this.#numbers
    numbers[row + filledAt] += quantity
    numbers[row + quoteFilledAt] += quoteAmount
    numbers[row + feePaidAt] += fee
    numbers[row + updatedTimeAt] = now
    this.#integers[integersSize * place + traitsAt] |= made ? madeBit : tookBit
  }

  amend(place: number, price: number, quantity: number, now: number): void {
    const row = rowSize * place
    this.#numbers[row + priceAt] = price
    this.#numbers[row + quantityAt] = quantity
    this.#numbers[row + updatedTimeAt] = now
  }

  /** Remembers where in its book the order stands; {@link noSlot} where it does not. */
  rest(place: number, bookSlot: number): void {
    this.#integers[integersSize * place + bookSlotAt] = bookSlot
  }

  /** How many orders a holder has open. */
  count(holder: HolderId): number {
    const own = 4 * holderRow(holder)
    return own < this.#holders.length ? this.#holders[own] : 0
  }

  /** The places of a holder's open orders, by their numbers. */
  of(holder: HolderId): number[] {
    const places: number[] = []
    if (this.count(holder) === 0) return places
    for (
      let at = this.#holders[4 * holderRow(holder) + 1];
      at !== noOrder;
      at = this.#integers[integersSize * at + laterAt]
    )
      places.push(at)
    return places
  }

  id(place: number): number {
    return this.#numbers[rowSize * place + idAt]
  }

  holder(place: number): HolderId {
    return this.#integers[integersSize * place + holderAt]
  }

  listing(place: number): ListingId {
    return this.#integers[integersSize * place + traitsAt] >> listingShift
  }

  side(place: number): Side {
    return (this.#integers[integersSize * place + traitsAt] & buysBit) === 0 ? 'sell' : 'buy'
  }

  price(place: number): Ticks {
    return this.#numbers[rowSize * place + priceAt] as Ticks
  }

  quantity(place: number): number {
    return this.#numbers[rowSize * place + quantityAt]
  }

  /** What is not filled yet, in steps. */
  left(place: number): number {
    const row = rowSize * place
    return this.#numbers[row + quantityAt] - this.#numbers[row + filledAt]
  }

  feeRateMaker(place: number): number {
    return this.#integers[integersSize * place + feeRateMakerAt]
  }

  /** By how much its fees exceed their exact sum, at 10⁻⁹ of a unit: below 10⁹. */
  feeExcess(place: number): number {
    return this.#integers[integersSize * place + feeExcessAt]
  }

  /** The slot of the book in which the order stands, or {@link noSlot}. */
  bookSlot(place: number): number {
    return this.#integers[integersSize * place + bookSlotAt]
  }

  /** All of the order at a place, as it stands now. */
  order(place: number): SpotOrder {
    const row = rowSize * place
    const numbers = this.#numbers
    const integers = this.#integers
    const traits = integers[integersSize * place + traitsAt]
    return {
      id: numbers[row + idAt],
      holder: integers[integersSize * place + holderAt],
      listing: traits >> listingShift,
      side: (traits & buysBit) === 0 ? 'sell' : 'buy',
      kind: (traits & marketBit) === 0 ? 'limit' : 'market',
      timeInForce: timesInForce[(traits >> timeInForceShift) & 3],
      price: numbers[row + priceAt],
      quantity: numbers[row + quantityAt],
      filled: numbers[row + filledAt],
      quoteFilled: numbers[row + quoteFilledAt],
      feePaid: numbers[row + feePaidAt],
      feeRateMaker: integers[integersSize * place + feeRateMakerAt],
      feeRateTaker: integers[integersSize * place + feeRateTakerAt],
      feeExcess: integers[integersSize * place + feeExcessAt],
      acceptedAt: numbers[row + acceptedTimeAt],
      updatedAt: numbers[row + updatedTimeAt],
      made: (traits & madeBit) !== 0,
      took: (traits & tookBit) !== 0,
    }
  }

  /** The open order of an id, as it stands now. */
  get(id: number): SpotOrder | undefined {
    const place = this.find(id)
    return place === noOrder ? undefined : this.order(place)
  }

  /** The ids of all open orders, ascending. */
  keys(): number[] {
    const ids: number[] = []
    for (let place = 0; place < this.#used; place++) {
      const id = this.#numbers[rowSize * place + idAt]
      if (this.#byId.get(id) === place) ids.push(id)
    }
    return ids.sort((a, b) => a - b)
  }

  /** All open orders as they stand now, by id ascending. */
  values(): SpotOrder[] {
    return this.keys().map((id) => this.order(this.at(id)))
  }
}

function placeOf(timeInForce: TimeInForce): number {
  if (timeInForce === 'GTC') return 0
  return timesInForce.indexOf(timeInForce)
}
