import type { PriceKind } from '@truemark/core/book/mark'
import type { Command } from '@truemark/core/vocabulary'
import type { Random } from './random.ts'

const listings = [0, 1, 2] as const
const lowest = 2_000
const highest = 20_000_000

/** What the prices of the world do. */
export type Weather = 'calm' | 'lively' | 'wild'
const steps: Readonly<Record<Weather, number>> = { calm: 0.0004, lively: 0.002, wild: 0.012 }

/** The world's prices, and who tells them: an index a quarter second, a sample a second, at times with few sources or none. */
export class Market {
  readonly indexes = [1_000_000, 500_000, 10_000]
  readonly sources = [4, 4, 4]
  readonly kinds: PriceKind[] = ['live', 'live', 'live']
  /** Whose index nobody tells any more. */
  readonly silent = [false, false, false]
  weather: Weather = 'calm'
  readonly #random: Random
  #lastStamp = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Prices move on; now and then one leaps. */
  move(): void {
    const random = this.#random
    for (const listing of listings) {
      const leap = this.weather === 'wild' && random.once(60) ? 0.09 : steps[this.weather]
      const index = Math.round((this.indexes[listing] ?? lowest) * (1 + (2 * random.unit() - 1) * leap))
      this.indexes[listing] = Math.min(highest, Math.max(lowest, index))
    }
  }

  /** One market's sources come and go. */
  disturb(): void {
    const random = this.#random
    for (const listing of listings) {
      this.sources[listing] = random.once(4) ? random.pick([4, 3, 2, 1, 0]) : 4
      this.kinds[listing] = random.once(12) ? 'simulated' : 'live'
      this.silent[listing] = random.once(3)
    }
  }

  calmDown(): void {
    for (const listing of listings) {
      this.sources[listing] = 4
      this.kinds[listing] = 'live'
      this.silent[listing] = false
    }
  }

  quotes(time: number): Command[] {
    const told = listings.filter((listing) => this.silent[listing] !== true)
    return told.map((listing) => ({
      type: 'quote',
      listing,
      time,
      indexTenths: this.indexes[listing] ?? lowest,
      dispersionTenths: this.#random.once(3)
        ? this.#random.below(Math.ceil((this.indexes[listing] ?? lowest) / 1_000))
        : 0,
      sources: this.sources[listing] ?? 0,
      kind: this.kinds[listing] ?? 'live',
    }))
  }

  /** The sample of a second that has just begun; null where it was told already, or no source stands behind any. */
  sample(now: number): Extract<Command, { type: 'sampleIndex' }> | null {
    const stamp = Math.floor(now / 1_000) * 1_000
    if (stamp <= this.#lastStamp) return null
    this.#lastStamp = stamp
    const samples = listings
      .filter((listing) => (this.sources[listing] ?? 0) > 0)
      .map((listing) => ({
        listing,
        indexTenths: this.indexes[listing] ?? lowest,
        sources: this.sources[listing] ?? 0,
        fresh: !this.#random.once(10),
      }))
    return samples.length === 0 ? null : { type: 'sampleIndex', stamp, kind: 'live', samples }
  }
}
