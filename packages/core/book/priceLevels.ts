import type { Ticks } from '../money/units.ts'
import { doubled } from './growth.ts'

/** No level: a side without orders, or none beyond the last. */
export const noLevel = -1

/** Levels of a page: two words of a bitmap. It bounds what one order far from all others costs to 1 kB. */
const pageSize = 64

/**
 * The price levels of one side. Prices that are near each other share a page of 64 levels, one for each tick, so that
 * a price finds its level by arithmetic and a bitmap finds the next one that has orders; only the few pages stand in a
 * sorted list. `sign` turns prices into keys of which the largest is the best: 1 for bids, −1 for asks.
 */
export class PriceLevels {
  readonly #sign: 1 | -1
  /** By level: the slots of its first and last order, and what all its orders come to. */
  head = new Int32Array(pageSize)
  tail = new Int32Array(pageSize)
  quantity = new Float64Array(pageSize)
  /** The level with the best price, or {@link noLevel}. */
  best = noLevel
  #bestKey = -Infinity
  // a bit for each level that has orders
  #open = new Int32Array(pageSize >> 5)
  // the first key of each page
  #firstKey = new Float64Array(1)
  // the pages that have levels, by key ascending
  #sorted = new Int32Array(1)
  #count = 0
  readonly #free: number[] = []
  #used = 0

  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  /** The level of a price, opened where it has no orders yet: its first one is for the caller to write. */
  at(price: number): number {
    const key = price * this.#sign
    const firstKey = Math.floor(key / pageSize) * pageSize
    const level = pageSize * this.#page(firstKey) + (key - firstKey)
    const word = level >> 5
    const bit = 1 << (level & 31)
    if ((this.#open[word] & bit) !== 0) return level
    this.#open[word] |= bit
    this.tail[level] = -1
    this.quantity[level] = 0
    if (key > this.#bestKey) {
      this.best = level
      this.#bestKey = key
    }
    return level
  }

  /** Closes a level that has no orders left. */
  drop(level: number): void {
    const word = level >> 5
    const next = level === this.best ? this.after(level) : this.best
    this.#open[word] &= ~(1 << (level & 31))
    if (this.#open[word] === 0 && this.#open[word ^ 1] === 0) this.#leave(level >> 6)
    if (next === this.best) return
    this.best = next
    this.#bestKey = next === noLevel ? -Infinity : this.#key(next)
  }

  /** The level with the next worse price, or {@link noLevel}. */
  after(level: number): number {
    const word = level >> 5
    const lower = this.#open[word] & ((1 << (level & 31)) - 1)
    if (lower !== 0) return (word << 5) + 31 - Math.clz32(lower)
    if ((word & 1) === 1 && this.#open[word - 1] !== 0) return this.#highest(word - 1)
    const place = this.#place(this.#firstKey[level >> 6])
    if (place === 0) return noLevel
    const upper = 2 * this.#sorted[place - 1] + 1
    return this.#highest(this.#open[upper] === 0 ? upper - 1 : upper)
  }

  price(level: number): Ticks {
    return (this.#key(level) * this.#sign) as Ticks
  }

  #key(level: number): number {
    return this.#firstKey[level >> 6] + (level & (pageSize - 1))
  }

  #highest(word: number): number {
    return (word << 5) + 31 - Math.clz32(this.#open[word])
  }

  // the first place in the sorted list whose page does not begin below `firstKey`
  #place(firstKey: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#firstKey[this.#sorted[middle]] < firstKey) low = middle + 1
      else high = middle
    }
    return low
  }

  #page(firstKey: number): number {
    const place = this.#place(firstKey)
    if (place < this.#count && this.#firstKey[this.#sorted[place]] === firstKey) return this.#sorted[place]
    return this.#enter(place, firstKey)
  }

  #enter(place: number, firstKey: number): number {
    const page = this.#free.pop() ?? this.#used++
    if (page === this.#firstKey.length) this.#grow()
    this.#sorted.copyWithin(place + 1, place, this.#count)
    this.#sorted[place] = page
    this.#count++
    this.#firstKey[page] = firstKey
    return page
  }

  #leave(page: number): void {
    const place = this.#place(this.#firstKey[page])
    this.#sorted.copyWithin(place, place + 1, this.#count)
    this.#count--
    this.#free.push(page)
  }

  #grow(): void {
    this.head = doubled(this.head)
    this.tail = doubled(this.tail)
    this.quantity = doubled(this.quantity)
    this.#open = doubled(this.#open)
    this.#firstKey = doubled(this.#firstKey)
    this.#sorted = doubled(this.#sorted)
  }
}
