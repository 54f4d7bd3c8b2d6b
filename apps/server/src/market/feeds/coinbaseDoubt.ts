import type { RefusalReason, E12 } from './source.ts'
import { credibleTime } from './reading.ts'

interface Best {
  readonly bid: E12
  readonly ask: E12
}

/** A book kept up by its changes alone is fetched anew after this time (ms), which repairs any change that was lost. */
const renewEvery = 30_000
/** How far a ticker may be ahead of the book's batches, or behind them (ms). */
const claimMax = 500
/** Two prices that lie no further apart than a thousandth are not worth a doubt: the market moves between two batches. */
const nearPermille = 1n

/** What tells of one Coinbase product that our book may not be the venue's any more. */
export class CoinbaseDoubt {
  #changedAt = 0
  #renewedAt = 0
  #sequence: number | null = null
  /** What a ticker said that no state of our book has agreed with since. */
  #claim: (Best & { readonly at: number }) | null = null

  /** A snapshot has come, or, at 0, is still to come. */
  reset(received: number): void {
    this.#changedAt = 0
    this.#renewedAt = received
    this.#sequence = null
    this.#claim = null
  }

  /** Notes a change; true where it is dated before the one that came before it: repeated late, or out of order. */
  isDisordered(time: number | null, received: number): boolean {
    if (time === null || credibleTime(time, received) !== time) return false
    if (time < this.#changedAt) return true
    this.#changedAt = time
    return false
  }

  /** Notes a ticker's best prices beside the book's. */
  claim(best: Best, top: Best | null, received: number): void {
    if (agree(best, top)) this.#claim = null
    else this.#claim ??= { ...best, at: received }
  }

  /** The reason to drop the book, where a ticker has contradicted it for too long; else null. */
  contradiction(top: Best | null, received: number): RefusalReason | null {
    if (this.#claim === null) return null
    if (agree(this.#claim, top)) this.#claim = null
    else if (received - this.#claim.at > claimMax) return 'contradicted'
    return null
  }

  /** Notes a heartbeat's count; true where nothing has happened in the market since the one before. */
  isQuiet(sequence: number | null): boolean {
    const before = this.#sequence
    this.#sequence = sequence
    return sequence !== null && sequence === before
  }

  /** Whether the book is to be taken anew by now; it is asked for once. */
  isDue(received: number): boolean {
    if (received - this.#renewedAt < renewEvery) return false
    this.#renewedAt = received
    return true
  }
}

function agree(best: Best, top: Best | null): boolean {
  return top === null || (isClose(best.bid, top.bid) && isClose(best.ask, top.ask))
}

function isClose(one: E12, other: E12): boolean {
  const apart = one > other ? one - other : other - one
  return apart * 1_000n <= one * nearPermille
}
