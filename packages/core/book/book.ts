import { holderRow, type HolderId } from '../ledger/holders.ts'
import type { Steps, Ticks } from '../money/units.ts'
import { doubled } from './growth.ts'
import { noLevel, PriceLevels } from './priceLevels.ts'

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

/** Whose order rests where nobody said so: nobody's. */
const nobody = -2

// where a slot's row of integers keeps what
const rowSize = 4
const nextAt = 0
const previousAt = 1
/** Twice the level, and one more on the bid side; {@link noSlot} where the slot is free. */
const levelAt = 2
const holderAt = 3

/**
 * Resting orders of one market by price, then arrival. Orders stand in slots of typed arrays, what is read together
 * side by side in one row; the orders of a price form a queue through `next` and `previous`; `priceLevels.ts` finds
 * the prices.
 */
export class Book<T> {
  readonly #bids = new PriceLevels(1)
  readonly #asks = new PriceLevels(-1)
  readonly #orders: (T | null)[] = []
  #rows = new Int32Array(rowSize * 64)
  #quantity = new Float64Array(64)
  #free = noSlot
  #used = 0
  #count = 0

  /** How many orders rest. */
  get size(): number {
    return this.#count
  }

  #side(side: Side): PriceLevels {
    return side === 'buy' ? this.#bids : this.#asks
  }

  #take(): number {
    if (this.#free !== noSlot) {
      const slot = this.#free
      this.#free = this.#rows[rowSize * slot + nextAt]
      return slot
    }
    if (this.#used === this.#quantity.length) {
      this.#rows = doubled(this.#rows)
      this.#quantity = doubled(this.#quantity)
    }
    this.#orders.push(null)
    return this.#used++
  }

  /**
   * Rests an order behind all others at its price; gives the slot by which it is found again. `holder` is whose it is,
   * for those who must not trade with themselves.
   */
  add(side: Side, price: Ticks, quantity: Steps, order: T, holder: HolderId = nobody): number {
    const slot = this.#take()
    const isBid = side === 'buy' ? 1 : 0
    const levels = isBid === 1 ? this.#bids : this.#asks
    const level = levels.at(price)
    const tail = levels.tail[level]
    const rows = this.#rows
    const row = rowSize * slot
    rows[row + nextAt] = noSlot
    rows[row + previousAt] = tail
    rows[row + levelAt] = 2 * level + isBid
    rows[row + holderAt] = holderRow(holder)
    this.#orders[slot] = order
    this.#quantity[slot] = quantity
    if (tail === noSlot) levels.head[level] = slot
    else rows[rowSize * tail + nextAt] = slot
    levels.tail[level] = slot
    levels.quantity[level] += quantity
    this.#count++
    return slot
  }

  /** Takes `quantity` off a resting order, which keeps its place; an order of which nothing is left is removed. */
  reduce(slot: number, quantity: number): void {
    const left = this.#quantity[slot] - quantity
    if (!(left > 0)) {
      if (left !== 0) throw new RangeError('an order cannot shrink below nothing')
      this.remove(slot)
      return
    }
    this.#quantity[slot] = left
    const level = this.#rows[rowSize * slot + levelAt]
    const levels = (level & 1) === 1 ? this.#bids : this.#asks
    levels.quantity[level >> 1] -= quantity
  }

  /** Takes an order out of the book. */
  remove(slot: number): void {
    const rows = this.#rows
    const row = rowSize * slot
    const kept = rows[row + levelAt]
    if (!(kept >= 0)) throw new RangeError(`no order rests at ${slot}`)
    const levels = (kept & 1) === 1 ? this.#bids : this.#asks
    const level = kept >> 1
    const next = rows[row + nextAt]
    const previous = rows[row + previousAt]
    if (next === noSlot) levels.tail[level] = previous
    else rows[rowSize * next + previousAt] = previous
    if (previous !== noSlot) rows[rowSize * previous + nextAt] = next
    else levels.head[level] = next
    if (next === noSlot && previous === noSlot) levels.drop(level)
    else levels.quantity[level] -= this.#quantity[slot]
    this.#orders[slot] = null
    rows[row + levelAt] = noSlot
    rows[row + nextAt] = this.#free
    this.#free = slot
    this.#count--
  }

  /** The slot of the first order at the best price of a side, or {@link noSlot}. */
  best(side: Side): number {
    const levels = side === 'buy' ? this.#bids : this.#asks
    return levels.best === noLevel ? noSlot : levels.head[levels.best]
  }

  /** The slot that trades after `slot`: behind it at its price, else first at the next price. */
  after(slot: number): number {
    const next = this.#rows[rowSize * slot + nextAt]
    if (next !== noSlot) return next
    const kept = this.#rows[rowSize * slot + levelAt]
    const levels = (kept & 1) === 1 ? this.#bids : this.#asks
    const level = levels.after(kept >> 1)
    return level === noLevel ? noSlot : levels.head[level]
  }

  /** The order in a slot that `add`, `best` or `after` gave. */
  order(slot: number): T {
    const order = this.#orders[slot]
    if (order === null || order === undefined) throw new RangeError(`no order rests at ${slot}`)
    return order
  }

  /** Whose order rests in a slot. */
  holder(slot: number): HolderId {
    return this.#rows[rowSize * slot + holderAt]
  }

  price(slot: number): Ticks {
    const kept = this.#rows[rowSize * slot + levelAt]
    return ((kept & 1) === 1 ? this.#bids : this.#asks).price(kept >> 1)
  }

  quantity(slot: number): Steps {
    return this.#quantity[slot] as Steps
  }

  /** The best `count` price levels of a side with their whole quantity. */
  levels(side: Side, count: number): Level[] {
    const levels = this.#side(side)
    const top: Level[] = []
    for (let level = levels.best; level !== noLevel && top.length < count; level = levels.after(level)) {
      top.push({ price: levels.price(level), quantity: levels.quantity[level] })
    }
    return top
  }

  /** All orders of a side in the order in which they would trade. */
  *queue(side: Side): Generator<T> {
    for (let slot = this.best(side); slot !== noSlot; slot = this.after(slot)) yield this.order(slot)
  }
}
