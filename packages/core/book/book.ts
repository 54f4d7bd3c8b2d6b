import type { Steps, Ticks } from '../money/units.ts'

export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

/** The side that an order of `side` trades against. */
export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy'
}

/** The place of nothing: the end of a queue, or an empty side. */
export const noSlot = -1

export interface Level {
  readonly price: Ticks
  readonly quantity: number
}

/**
 * Resting orders of one market by price, then arrival. Orders stand in slots of typed arrays; the orders of a price
 * form a queue through `next` and `previous`; the prices of a side stand in a sorted array whose last is the best, so
 * that the busy end is the cheap one to insert at.
 */
export class Book<T> {
  readonly #bids = new Levels(1)
  readonly #asks = new Levels(-1)
  #orders: (T | null)[] = []
  #price = new Float64Array(64)
  #quantity = new Float64Array(64)
  #next = new Int32Array(64)
  #previous = new Int32Array(64)
  #level = new Int32Array(64)
  #isBid = new Uint8Array(64)
  #free = noSlot
  #used = 0
  #count = 0

  /** How many orders rest. */
  get size(): number {
    return this.#count
  }

  #side(side: Side): Levels {
    return side === 'buy' ? this.#bids : this.#asks
  }

  #take(): number {
    if (this.#free !== noSlot) {
      const slot = this.#free
      this.#free = this.#next[slot]
      return slot
    }
    if (this.#used === this.#price.length) this.#grow()
    return this.#used++
  }

  #grow(): void {
    const size = this.#price.length * 2
    this.#price = copy(new Float64Array(size), this.#price)
    this.#quantity = copy(new Float64Array(size), this.#quantity)
    this.#next = copy(new Int32Array(size), this.#next)
    this.#previous = copy(new Int32Array(size), this.#previous)
    this.#level = copy(new Int32Array(size), this.#level)
    this.#isBid = copy(new Uint8Array(size), this.#isBid)
  }

  /** Rests an order behind all others at its price; gives the slot by which it is found again. */
  add(side: Side, price: Ticks, quantity: Steps, order: T): number {
    const slot = this.#take()
    const levels = this.#side(side)
    const level = levels.at(price)
    const tail = levels.tail[level]
    this.#orders[slot] = order
    this.#price[slot] = price
    this.#quantity[slot] = quantity
    this.#isBid[slot] = side === 'buy' ? 1 : 0
    this.#level[slot] = level
    this.#next[slot] = noSlot
    this.#previous[slot] = tail
    if (tail === noSlot) levels.head[level] = slot
    else this.#next[tail] = slot
    levels.tail[level] = slot
    levels.quantity[level] += quantity
    this.#count++
    return slot
  }

  /** Takes `quantity` off a resting order, which keeps its place; an order of which nothing is left is removed. */
  reduce(slot: number, quantity: number): void {
    const left = this.#quantity[slot] - quantity
    if (left < 0) throw new RangeError('an order cannot shrink below nothing')
    if (left === 0) {
      this.remove(slot)
      return
    }
    this.#quantity[slot] = left
    const levels = this.#isBid[slot] === 1 ? this.#bids : this.#asks
    levels.quantity[this.#level[slot]] -= quantity
  }

  /** Takes an order out of the book. */
  remove(slot: number): void {
    const levels = this.#isBid[slot] === 1 ? this.#bids : this.#asks
    const level = this.#level[slot]
    const next = this.#next[slot]
    const previous = this.#previous[slot]
    if (previous === noSlot) levels.head[level] = next
    else this.#next[previous] = next
    if (next === noSlot) levels.tail[level] = previous
    else this.#previous[next] = previous
    levels.quantity[level] -= this.#quantity[slot]
    if (levels.head[level] === noSlot) levels.drop(level)
    this.#orders[slot] = null
    this.#next[slot] = this.#free
    this.#free = slot
    this.#count--
  }

  /** The slot of the first order at the best price of a side, or {@link noSlot}. */
  best(side: Side): number {
    return this.#side(side).bestHead()
  }

  /** The slot that trades after `slot`: behind it at its price, else first at the next price. */
  after(slot: number): number {
    const next = this.#next[slot]
    if (next !== noSlot) return next
    const levels = this.#isBid[slot] === 1 ? this.#bids : this.#asks
    return levels.headAfter(this.#level[slot])
  }

  /** The order in a slot that `add`, `best` or `after` gave. */
  order(slot: number): T {
    const order = this.#orders[slot]
    if (order === null || order === undefined) throw new RangeError(`no order rests at ${slot}`)
    return order
  }

  price(slot: number): Ticks {
    return this.#price[slot] as Ticks
  }

  quantity(slot: number): Steps {
    return this.#quantity[slot] as Steps
  }

  /** The best `count` price levels of a side with their whole quantity. */
  levels(side: Side, count: number): Level[] {
    return this.#side(side).top(count)
  }

  /** All orders of a side in the order in which they would trade. */
  *queue(side: Side): Generator<T> {
    for (let slot = this.best(side); slot !== noSlot; slot = this.after(slot)) yield this.order(slot)
  }
}

/** The price levels of one side; a level keeps its id while it has orders. `sign` makes the best key the largest. */
class Levels {
  readonly #sign: number
  #keys = new Float64Array(64)
  #ids = new Int32Array(64)
  #count = 0
  head = new Int32Array(64)
  tail = new Int32Array(64)
  quantity = new Float64Array(64)
  #key = new Float64Array(64)
  #free: number[] = []
  #used = 0

  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  // the first place whose key is not below `key`, looking near the best end first
  #place(key: number): number {
    let low = 0
    let high = this.#count
    if (high > 8 && this.#keys[high - 8] < key) low = high - 7
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#keys[middle] < key) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The id of a price's level, made where there is none. */
  at(price: number): number {
    const key = price * this.#sign
    const place = this.#place(key)
    if (place < this.#count && this.#keys[place] === key) return this.#ids[place]
    return this.#insert(place, key)
  }

  #insert(place: number, key: number): number {
    const id = this.#free.pop() ?? this.#used++
    if (this.#count === this.#keys.length) this.#growKeys()
    if (id >= this.head.length) this.#growLevels()
    this.#keys.copyWithin(place + 1, place, this.#count)
    this.#ids.copyWithin(place + 1, place, this.#count)
    this.#keys[place] = key
    this.#ids[place] = id
    this.#count++
    this.head[id] = noSlot
    this.tail[id] = noSlot
    this.quantity[id] = 0
    this.#key[id] = key
    return id
  }

  #growKeys(): void {
    this.#keys = copy(new Float64Array(this.#keys.length * 2), this.#keys)
    this.#ids = copy(new Int32Array(this.#ids.length * 2), this.#ids)
  }

  #growLevels(): void {
    const size = this.head.length * 2
    this.head = copy(new Int32Array(size), this.head)
    this.tail = copy(new Int32Array(size), this.tail)
    this.quantity = copy(new Float64Array(size), this.quantity)
    this.#key = copy(new Float64Array(size), this.#key)
  }

  /** Takes out a level that has no orders left. */
  drop(id: number): void {
    const place = this.#place(this.#key[id])
    this.#keys.copyWithin(place, place + 1, this.#count)
    this.#ids.copyWithin(place, place + 1, this.#count)
    this.#count--
    this.#free.push(id)
  }

  bestHead(): number {
    return this.#count === 0 ? noSlot : this.head[this.#ids[this.#count - 1]]
  }

  headAfter(id: number): number {
    const place = this.#place(this.#key[id])
    return place === 0 ? noSlot : this.head[this.#ids[place - 1]]
  }

  top(count: number): Level[] {
    const levels: Level[] = []
    for (let place = this.#count - 1; place >= 0 && levels.length < count; place--) {
      const price = (this.#keys[place] * this.#sign) as Ticks
      levels.push({ price, quantity: this.quantity[this.#ids[place]] })
    }
    return levels
  }
}

function copy<A extends Float64Array | Int32Array | Uint8Array>(larger: A, from: A): A {
  larger.set(from)
  return larger
}
