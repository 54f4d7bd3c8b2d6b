import { RandomWalk } from './randomWalk.ts'

/** What an operation is: an order that rests, a cancel, or an order that trades at once and in full. */
export const operation = { add: 0, cancel: 1, take: 2 } as const

/** A flow of operations on one book as columns. Orders are numbered from 1 in the order in which they are placed. */
export interface MixedFlow {
  readonly length: number
  /** How many of the first operations only fill the book; they are not measured. */
  readonly filling: number
  readonly kind: Uint8Array
  readonly isBuy: Uint8Array
  readonly price: Float64Array
  readonly quantity: Float64Array
  readonly holder: Int32Array
  /** The order's number; of a cancel the one that it cancels. */
  readonly order: Int32Array
  /** What must come of it, as {@link Trades} counts it. */
  readonly trades: Trades
}

/** What was traded: how many trades, how much, and a hash over makers, takers, prices and quantities in order. */
export interface Trades {
  count: number
  quantity: number
  hash: number
}

export function noTrades(): Trades {
  return { count: 0, quantity: 0, hash: 0 }
}

/** Counts one trade. */
export function count(trades: Trades, maker: number, taker: number, price: number, quantity: number): void {
  let hash = Math.imul(trades.hash ^ maker, 0x01000193)
  hash = Math.imul(hash ^ taker, 0x01000193)
  hash = Math.imul(hash ^ price, 0x01000193)
  trades.hash = Math.imul(hash ^ quantity, 0x01000193)
  trades.count += 1
  trades.quantity += quantity
}

export interface FlowTerms {
  readonly operations: number
  readonly live: number
  readonly holders: number
  readonly holderMin: number
  readonly priceStart: number
  readonly seed: number
}

interface Resting {
  readonly order: number
  readonly price: number
  readonly holder: number
  quantity: number
  /** Its place among the live ones, for a draw by chance. */
  at: number
}

/** The slowest book that is right: each side's queues by price, the best price looked for among all. */
class PlainBook {
  readonly live: Resting[] = []
  readonly #sides = [new Map<number, Resting[]>(), new Map<number, Resting[]>()] as const
  readonly #best = [Infinity, -Infinity]

  best(isBuy: number): number {
    return this.#best[isBuy] ?? Number.NaN
  }

  /** The orders of a side from its best price on, as far as they are asked for. */
  *queueFrom(isBuy: number): Generator<Resting> {
    for (let price = this.best(isBuy); Number.isFinite(price); price = this.#next(isBuy, price)) {
      yield* this.#sides[isBuy]?.get(price) ?? []
    }
  }

  add(isBuy: number, resting: Resting): void {
    const side = this.#sides[isBuy]
    const queue = side?.get(resting.price)
    if (queue) queue.push(resting)
    else side?.set(resting.price, [resting])
    const best = this.best(isBuy)
    this.#best[isBuy] = isBuy === 1 ? Math.max(best, resting.price) : Math.min(best, resting.price)
    resting.at = this.live.push(resting) - 1
  }

  remove(isBuy: number, resting: Resting): void {
    const side = this.#sides[isBuy]
    const queue = side?.get(resting.price) ?? []
    queue.splice(queue.indexOf(resting), 1)
    if (queue.length === 0) {
      side?.delete(resting.price)
      if (resting.price === this.best(isBuy)) this.#look(isBuy)
    }
    const last = this.live.pop()
    if (last && last !== resting) {
      this.live[resting.at] = last
      last.at = resting.at
    }
  }

  #look(isBuy: number): void {
    this.#best[isBuy] = this.#next(isBuy, isBuy === 1 ? Infinity : -Infinity)
  }

  // the best price that is worse than `than`, or an infinite one
  #next(isBuy: number, than: number): number {
    let best = isBuy === 1 ? -Infinity : Infinity
    for (const price of this.#sides[isBuy]?.keys() ?? []) {
      if (isBuy === 1 ? price < than && price > best : price > than && price < best) best = price
    }
    return best
  }
}

const quantityMax = 40

/** Draws the flow; the same terms give the same flow. */
class Drawing {
  readonly #terms: FlowTerms
  readonly #random: RandomWalk
  readonly #book = new PlainBook()
  readonly #sideOf = new Map<number, number>()
  readonly #flow: MixedFlow
  #at = 0
  #nextOrder = 1

  constructor(terms: FlowTerms) {
    const length = terms.live + terms.operations
    this.#terms = terms
    this.#random = new RandomWalk(terms.seed)
    this.#flow = {
      length,
      filling: terms.live,
      kind: new Uint8Array(length),
      isBuy: new Uint8Array(length),
      price: new Float64Array(length),
      quantity: new Float64Array(length),
      holder: new Int32Array(length),
      order: new Int32Array(length),
      trades: noTrades(),
    }
  }

  draw(): MixedFlow {
    const { live, holders, holderMin } = this.#terms
    while (this.#at < this.#flow.length) {
      const isBuy = this.#random.below(2)
      const holder = holderMin + this.#random.below(holders)
      const dice = this.#at < live ? 0 : this.#random.below(10)
      if (dice < 6) this.#add(isBuy, holder)
      else if (dice < 9) this.#cancel()
      else this.#take(isBuy, holder)
    }
    return this.#flow
  }

  #put(kind: number, isBuy: number, price: number, quantity: number, holder: number, order: number): void {
    const at = this.#at++
    this.#flow.kind[at] = kind
    this.#flow.isBuy[at] = isBuy
    this.#flow.price[at] = price
    this.#flow.quantity[at] = quantity
    this.#flow.holder[at] = holder
    this.#flow.order[at] = order
  }

  // most orders stand close to the other side's best price, none crosses it
  #add(isBuy: number, holder: number): void {
    const { priceStart } = this.#terms
    const other = this.#book.best(1 - isBuy)
    const from = Number.isFinite(other) ? other : priceStart + (isBuy === 1 ? 1 : -1)
    const away = 1 + Math.floor(-Math.log(this.#random.unit()) * 150)
    const price = isBuy === 1 ? from - away : from + away
    const quantity = 100 * (1 + this.#random.below(quantityMax))
    const order = this.#nextOrder++
    this.#book.add(isBuy, { order, price, holder, quantity, at: 0 })
    this.#sideOf.set(order, isBuy)
    this.#put(operation.add, isBuy, price, quantity, holder, order)
  }

  #cancel(): void {
    const resting = this.#book.live[this.#random.below(this.#book.live.length)]
    if (!resting) return
    const isBuy = this.#sideOf.get(resting.order) ?? 0
    this.#book.remove(isBuy, resting)
    this.#put(operation.cancel, isBuy, 0, 0, resting.holder, resting.order)
  }

  // as much as three orders on average where the book is as full as it should be: what is added goes again
  #take(isBuy: number, holder: number): void {
    const share = this.#book.live.length / this.#terms.live
    const wanted = Math.ceil(1 + this.#random.unit() * 5.2 * quantityMax * share ** 4 * 0.5) * 100
    const fills = this.#fillsOf(1 - isBuy, wanted, holder)
    if (fills.length === 0) return
    const order = this.#nextOrder++
    let taken = 0
    for (const { resting, quantity } of fills) {
      count(this.#flow.trades, resting.order, order, resting.price, quantity)
      taken += quantity
      resting.quantity -= quantity
      if (resting.quantity === 0) this.#book.remove(1 - isBuy, resting)
    }
    this.#put(operation.take, isBuy, fills.at(-1)?.resting.price ?? 0, taken, holder, order)
  }

  // up to an own order: every engine has its own way of keeping people from trading with themselves
  #fillsOf(side: number, wanted: number, holder: number): { resting: Resting; quantity: number }[] {
    const fills: { resting: Resting; quantity: number }[] = []
    let left = wanted
    for (const resting of this.#book.queueFrom(side)) {
      if (left === 0 || resting.holder === holder) break
      const quantity = Math.min(left, resting.quantity)
      fills.push({ resting, quantity })
      left -= quantity
    }
    return fills
  }
}

/**
 * A seeded flow of 60 % orders that rest, 30 % cancels and 10 % orders that trade, on a book of about `live` orders.
 * The drawing keeps a plain book of its own, whose trades every engine must reproduce.
 */
export function drawFlow(terms: FlowTerms): MixedFlow {
  return new Drawing(terms).draw()
}
