import { noMember, Ranked } from './ranked.ts'

/** Which move of the mark fires a trigger: a fall to its price or below it, or a rise to it or above it. */
export type Passing = 'fall' | 'rise'

/** The handle of no trigger. */
export const noTrigger = -1

/**
 * Prices of one market that wait for the mark. A tick compares the mark with the next price below and the next above,
 * so that one that fires nothing costs the same whatever is waiting, and one that fires k costs O(k log n). A price
 * that the mark has reached exactly has been passed. Derived from durable state, never part of it.
 */
export class PriceTriggers {
  // by price with its sign turned, so that the highest comes first
  readonly #falls = new Ranked()
  readonly #rises = new Ranked()

  get size(): number {
    return this.#falls.size + this.#rises.size
  }

  /**
   * Lets `id` wait for `price` (tenths of a tick, as the mark is); `arrival` orders those that wait for one price. Gives
   * the handle by which it is moved and removed.
   */
  add(passing: Passing, price: number, arrival: number, id: number): number {
    return passing === 'fall' ? 2 * this.#falls.add(-price, arrival, id) : 2 * this.#rises.add(price, arrival, id) + 1
  }

  /** Lets what has this handle wait for another price, in the same direction. */
  move(handle: number, price: number): void {
    if ((handle & 1) === 0) this.#falls.move(handle >> 1, -price)
    else this.#rises.move(handle >> 1, price)
  }

  remove(handle: number): void {
    if ((handle & 1) === 0) this.#falls.remove(handle >> 1)
    else this.#rises.remove(handle >> 1)
  }

  id(handle: number): number {
    return (handle & 1) === 0 ? this.#falls.id(handle >> 1) : this.#rises.id(handle >> 1)
  }

  /** Which move of the mark what has this handle waits for. */
  passing(handle: number): Passing {
    return (handle & 1) === 0 ? 'fall' : 'rise'
  }

  /** The next price that a fall passes, or -Infinity where nothing waits for one. */
  get below(): number {
    return -this.#falls.least
  }

  /** The next price that a rise passes, or Infinity where nothing waits for one. */
  get above(): number {
    return this.#rises.least
  }

  /** Whether the mark has passed anything at all. */
  isPassed(mark: number): boolean {
    return this.above <= mark || this.below >= mark
  }

  /**
   * The handle of what fires first at `mark`, or {@link noTrigger}: what the previous mark had passed already (it was
   * late), then what lies nearest to it on the way, then what arrived first. It stays in until it is removed or moved.
   */
  next(previous: number, mark: number): number {
    const fall = this.#falls.first
    const rise = this.#rises.first
    const falls = fall !== noMember && -this.#falls.least >= mark
    const rises = rise !== noMember && this.#rises.least <= mark
    if (!falls || !rises) return falls ? 2 * fall : rises ? 2 * rise + 1 : noTrigger
    const below = previous + this.#falls.least
    const above = this.#rises.least - previous
    const first = below === above ? this.#falls.arrival(fall) <= this.#rises.arrival(rise) : below < above
    return first ? 2 * fall : 2 * rise + 1
  }

  /** Takes out the ids that the mark has passed, at most `max` of them, in the order in which they fire. */
  take(previous: number, mark: number, max: number): number[] {
    const ids: number[] = []
    while (ids.length < max) {
      const handle = this.next(previous, mark)
      if (handle === noTrigger) break
      ids.push(this.id(handle))
      this.remove(handle)
    }
    return ids
  }
}
