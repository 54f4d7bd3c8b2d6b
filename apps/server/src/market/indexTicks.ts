import {
  type HaltReason,
  type IndexPrice,
  type IndexRules,
  type SourceTop,
  indexPrice,
  indexRulesDefault,
  isBook,
} from '@truemark/core/market/indexPrice'
import type { Said } from '@truemark/core/market/sources'

/** An index tick that was accepted. Prices in tenths of a tick, time in UTC ms. */
export interface IndexTick {
  readonly time: number
  readonly indexTenths: number
  readonly dispersionTenths: number
  readonly sources: number
  /** What it was reckoned from. */
  readonly said: Said
}

export type TickRefusal = HaltReason | 'time_not_after' | 'jump_unconfirmed'
export type TickResult =
  | { readonly ok: true; readonly tick: IndexTick }
  | { readonly ok: false; readonly reason: TickRefusal }

/** A jump is believed once this many ticks in a row confirm it … */
export const jumpTicksMin = 3
/** … or this many sources do. */
const jumpSourcesMin = 2

export interface IndexTicksOptions {
  readonly priceDecimals: number
  readonly jumpPermille: number
  readonly rules?: IndexRules
}

/**
 * The ticks of one symbol's index. A tick's time is the newest moment at which one of its sources was heard; it is
 * refused when that is not after the last tick's, or when the price jumps by more than the symbol's limit and neither
 * a second source nor three ticks in a row confirm it.
 */
export class IndexTicks {
  #last: IndexTick | null = null
  #jump = { up: false, ticks: 0, heard: 0 }
  /** See {@link IndexTicksOptions}; an operator may change it. */
  jumpPermille: number
  readonly #options: IndexTicksOptions

  constructor(options: IndexTicksOptions) {
    this.#options = options
    this.jumpPermille = options.jumpPermille
  }

  get last(): IndexTick | null {
    return this.#last
  }

  /** Evaluates the sources as they stand at `now`. */
  next(tops: readonly SourceTop[], rate: Said['rate'], now: number): TickResult {
    const { priceDecimals, rules = indexRulesDefault } = this.#options
    const price = indexPrice(tops, rate, now, priceDecimals, rules)
    if (!price.ok) return price
    if (this.#last !== null && price.heard <= this.#last.time) return { ok: false, reason: 'time_not_after' }
    if (this.#last !== null && !this.#believable(this.#last.indexTenths, price)) {
      return { ok: false, reason: 'jump_unconfirmed' }
    }
    this.#jump.ticks = 0
    const { heard, indexTenths, dispersionTenths, sources } = price
    this.#last = { time: heard, indexTenths, dispersionTenths, sources, said: counted(tops, rate, now, rules) }
    return { ok: true, tick: this.#last }
  }

  #believable(from: number, price: Extract<IndexPrice, { ok: true }>): boolean {
    if (!this.#jumps(from, price.indexTenths)) return true
    const up = price.indexTenths > from
    const last = BigInt(from) * price.unit
    const agreeing = price.mids.filter((own) => own > last === up && this.#jumpsBy(last, own)).length
    if (agreeing >= jumpSourcesMin) return true
    if (up !== this.#jump.up) this.#jump = { up, ticks: 0, heard: 0 }
    // The same evidence looked at twice is one tick.
    if (price.heard <= this.#jump.heard) return false
    this.#jump.heard = price.heard
    this.#jump.ticks++
    return this.#jump.ticks >= jumpTicksMin
  }

  #jumps(from: number, to: number): boolean {
    // Most ticks move little: these are told apart without big integers.
    return Math.abs(to - from) > from / 1_000 && this.#jumpsBy(BigInt(from), BigInt(to))
  }

  #jumpsBy(from: bigint, to: bigint): boolean {
    return (to > from ? to - from : from - to) * 1_000n > from * BigInt(this.jumpPermille)
  }
}

export type Freshness = 'fresh' | 'aged' | 'stale' | 'closed'

/** Ages of the index, in ms, above which it is no longer what it was. */
export const agedAfter = 1_000
export const staleAfter = 5_000
export const closedAfter = 60_000

/**
 * What an index of this age is good for: `fresh` for all; `aged` (over 1 s): the house's levels leave the book;
 * `stale` (over 5 s): cancel-only, no liquidation, trigger or settlement; `closed` (over 60 s).
 */
export function freshness(age: number): Freshness {
  if (age > closedAfter) return 'closed'
  if (age > staleAfter) return 'stale'
  return age > agedAfter ? 'aged' : 'fresh'
}

// what the index is reckoned from, and nothing else: by these alone anybody finds the same
function counted(tops: readonly SourceTop[], rate: Said['rate'], now: number, { heardMax }: IndexRules): Said {
  const isIn = (book: { readonly bid: bigint; readonly ask: bigint; readonly heard: number }): boolean =>
    isBook(book) && now - book.heard <= heardMax
  return { tops: tops.filter(isIn), rate: rate !== null && isIn(rate) ? rate : null }
}
