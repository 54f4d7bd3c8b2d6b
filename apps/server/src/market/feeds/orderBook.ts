import { readList, readPositive, readSize } from './reading.ts'
import type { E12 } from './source.ts'

/** A price level as the venue writes it: price, then size. */
export type LevelText = readonly [price: unknown, size: unknown]

/** A price level: exact values, and the venue's own texts, which some checksums are taken of. */
export interface Level {
  readonly price: E12
  readonly size: E12
  readonly priceText: string
  readonly sizeText: string
}

/** Reads a level; size 0 means that the price is gone. Null where price or size is not a plain decimal. */
export function readLevel([priceText, sizeText]: LevelText): Level | null {
  const price = readPositive(priceText)
  const size = readSize(sizeText)
  if (price === null || size === null || typeof priceText !== 'string' || typeof sizeText !== 'string') return null
  return { price, size, priceText, sizeText }
}

/** Reads an array of arrays that start with price and size; null for anything else. */
export function readLevels(value: unknown): LevelText[] | null {
  const list = readList(value)
  if (!list) return null
  const levels: LevelText[] = []
  for (const entry of list) {
    const level = readList(entry)
    if (!level || level.length < 2) return null
    levels.push([level[0], level[1]])
  }
  return levels
}

/** One side of a book: levels in an array, best first, found by binary search. */
export class BookSide {
  readonly #levels: Level[] = []
  readonly #rising: boolean
  /** The worst price up to which the venue's levels are all known; null when that is all of them. */
  #reach: E12 | null = null

  constructor(side: 'bids' | 'asks') {
    this.#rising = side === 'asks'
  }

  get best(): Level | undefined {
    return this.#levels[0]
  }

  get depth(): number {
    return this.#levels.length
  }

  /** The best `count` levels, best first. */
  top(count: number): readonly Level[] {
    return this.#levels.slice(0, count)
  }

  /** Sets the size at a price; size 0 removes it (removing what is not there is normal in diff streams). */
  set(level: Level): void {
    const at = this.#place(level.price)
    const present = this.#levels[at]?.price === level.price
    if (level.size === 0n) {
      if (present) this.#levels.splice(at, 1)
    } else if (present) {
      this.#levels[at] = level
    } else {
      this.#levels.splice(at, 0, level)
    }
  }

  /** True when the best price lies beyond what is known: the venue may have better levels that were never told. */
  get outrun(): boolean {
    const best = this.best
    return best !== undefined && this.#reach !== null && this.#isBetter(this.#reach, best.price)
  }

  /** Drops the levels beyond the best `depth`, as the venue does and makes good. */
  truncate(depth: number): void {
    if (this.#levels.length > depth) this.#levels.length = depth
  }

  /** Drops the levels beyond the best `depth`, which the venue will not tell again. */
  cut(depth: number): void {
    if (this.#levels.length <= depth) return
    this.truncate(depth)
    this.markPartial()
  }

  /** Says that the venue has levels beyond the worst one here. */
  markPartial(): void {
    this.#reach = this.#levels.at(-1)?.price ?? null
  }

  clear(): void {
    this.#levels.length = 0
    this.#reach = null
  }

  /**
   * Becomes these levels, at most the best `depth`; the last of a price holds. What lies beyond is cut before anything
   * is sorted or read exactly, so that the order in which a venue gives them costs nothing. False when one cannot be read.
   */
  replace(texts: readonly LevelText[], depth: number): boolean {
    this.clear()
    const near = this.#nearest(texts, depth)
    if (!near) return false
    const last = new Map<E12, Level>()
    for (const text of near) {
      const level = readLevel(text)
      if (!level) return false
      last.set(level.price, level)
    }
    for (const level of last.values()) if (level.size > 0n) this.#levels.push(level)
    if (!this.#isSorted()) this.#levels.sort((one, other) => (this.#isBetter(one.price, other.price) ? -1 : 1))
    this.cut(depth)
    if (near.length < texts.length) this.markPartial()
    return true
  }

  /** The levels among which the best `depth` are, by their prices as plain numbers; null where one is no number. */
  #nearest(texts: readonly LevelText[], depth: number): readonly LevelText[] | null {
    if (texts.length <= depth) return texts
    const prices = Float64Array.from(texts, ([price]) => (typeof price === 'string' ? Number(price) : Number.NaN))
    if (prices.some((price) => !Number.isFinite(price))) return null
    const sorted = prices.toSorted()
    const worst = this.#rising ? sorted[depth - 1] : sorted[sorted.length - depth]
    const bound = worst ?? 0
    return texts.filter((_, at) => {
      const price = prices[at] ?? 0
      return this.#rising ? price <= bound : price >= bound
    })
  }

  #isSorted(): boolean {
    return this.#levels.every((level, at) => {
      const before = this.#levels[at - 1]
      return before === undefined || this.#isBetter(before.price, level.price)
    })
  }

  #place(price: E12): number {
    let low = 0
    let high = this.#levels.length
    const worst = this.#levels.at(-1)
    // Snapshots come in order, so that nearly all of their levels belong at the end.
    if (worst && this.#isBetter(worst.price, price)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#levels[middle]?.price ?? price
      if (this.#isBetter(other, price)) low = middle + 1
      else high = middle
    }
    return low
  }

  #isBetter(one: E12, other: E12): boolean {
    return this.#rising ? one < other : one > other
  }
}

/** Both sides of one product's book as a venue shows it, at most `depthMax` levels a side. */
export class OrderBook {
  readonly bids = new BookSide('bids')
  readonly asks = new BookSide('asks')
  readonly #depthMax: number

  constructor(depthMax: number) {
    this.#depthMax = depthMax
  }

  /** Applies levels in their order. False when one cannot be read: the book is then no longer the venue's. */
  apply(bids: readonly LevelText[], asks: readonly LevelText[]): boolean {
    return this.#applySide(this.bids, bids) && this.#applySide(this.asks, asks)
  }

  /** Starts anew from these levels, in whatever order they come. False when one cannot be read. */
  replace(bids: readonly LevelText[], asks: readonly LevelText[]): boolean {
    return this.bids.replace(bids, this.#depthMax) && this.asks.replace(asks, this.#depthMax)
  }

  clear(): void {
    this.bids.clear()
    this.asks.clear()
  }

  #applySide(side: BookSide, texts: readonly LevelText[]): boolean {
    for (const text of texts) {
      const level = readLevel(text)
      if (!level) return false
      side.set(level)
    }
    side.cut(this.#depthMax)
    return true
  }
}
