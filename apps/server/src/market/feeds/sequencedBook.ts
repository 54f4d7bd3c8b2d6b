import type { LevelText } from './orderBook.ts'
import type { ProductBook } from './productBook.ts'
import type { FeedStep, RefusalReason } from './source.ts'

/** A change of a book that leads from sequence number `prev` to `last`. */
export interface Diff {
  prev: number
  last: number
  bids: readonly LevelText[]
  asks: readonly LevelText[]
  time: number | null
  /** The venue's own check of the book after this change, where it has one. */
  verify?: () => boolean
}

/** Diffs kept while a snapshot is on its way; at ten a second this is more than a minute. */
export const waitingDiffsMax = 1_000
/** … and the most levels they hold together: what waits may not fill the memory. */
export const waitingLevelsMax = 50_000
/** Old diffs in a row taken for repeats; one more means that the venue restarted its count. */
const oldInRowMax = 3

/**
 * A book that is kept by numbered diffs over a snapshot fetched on the side (Binance's and OKX's rule): diffs that
 * come before the snapshot wait, those that it already holds are dropped, the first applied must span its number,
 * each later one must follow on the one before; anything else is a gap, and the book is withdrawn at once.
 */
export class SequencedBook {
  readonly product: ProductBook
  #last: number | null = null
  #stitching = false
  #asked = false
  #waiting: Diff[] = []
  #waitingLevels = 0
  #appliedCount = 0
  #oldCount = 0
  #oldInRow = 0
  /** Where a check found the venue's book, while ours has not come there; null for none. */
  #expected: number | null = null
  /** Whether the stream has spoken of this book since the socket opened, or since a check found it silent. */
  #heard = false

  constructor(product: ProductBook) {
    this.product = product
  }

  /** Diffs applied and diffs dropped as old, since the start. */
  get counts(): { applied: number; old: number } {
    return { applied: this.#appliedCount, old: this.#oldCount }
  }

  /** Sequence number that the book stands at; null while there is no snapshot. */
  get last(): number | null {
    return this.#last
  }

  /** Whether the stream is silent of it: its subscription may have been refused, or lost. */
  get unheard(): boolean {
    return !this.#heard
  }

  /** A new socket is open. */
  reopen(): void {
    this.#heard = false
    this.product.reopen()
    this.#forget()
  }

  /** Takes the book back and asks for a fresh snapshot; what arrives meanwhile waits for it. */
  withdraw(reason: RefusalReason, received: number, step: FeedStep): void {
    this.#forget()
    this.#asked = true
    this.product.withdraw(reason, received, step)
  }

  /** A diff as it arrives. */
  feedDiff(diff: Diff, received: number, step: FeedStep): void {
    this.#heard = true
    if (this.#last === null) return this.#wait(diff, step)
    const last = this.#last
    this.#advance(diff, received, step)
    // what is old says nothing of the book as it is now
    if (this.#last !== null && this.#last !== last) this.#tell(diff.time, received, step)
  }

  /**
   * What the venue says on the side of where its book stands: where that has moved on, ours has until the next check to
   * come there. That both stand where they stood confirms nothing: a venue that is frozen says the same.
   */
  feedCheck(last: number | null, received: number, step: FeedStep): void {
    if (this.#last === null || last === null) return
    if (this.#expected !== null && this.#last < this.#expected) {
      this.#heard = false
      return this.withdraw('gap', received, step)
    }
    this.#expected = last > this.#last ? last : null
  }

  /**
   * A snapshot fetched on the side, which stands at `last`; the waiting diffs are applied over it. By itself it tells
   * nothing: whoever asks a venue whose stream is silent gets what was true once.
   */
  feedSnapshot(
    last: number,
    bids: readonly LevelText[],
    asks: readonly LevelText[],
    received: number,
    step: FeedStep,
  ): void {
    if (this.#last !== null) return
    const first = this.#waiting[0]
    if (first && first.prev > last) {
      step.commands.push({ type: 'resync', symbol: this.product.listing.symbol })
      return
    }
    const waiting = this.#waiting
    if (!this.#start(last, bids, asks, received, step)) return
    if (waiting.length === 0) return
    let time: number | null = null
    for (const diff of waiting) {
      if (this.#last === null) this.#wait(diff, step)
      else this.#advance(diff, received, step)
      time = diff.time
    }
    if (this.#last !== null) this.#tell(time, received, step)
  }

  /** A snapshot in the stream itself: what came before it is void. Tells its top when `verify` agrees. */
  feedStreamed(snapshot: Diff, received: number, step: FeedStep): void {
    this.#heard = true
    if (!this.#start(snapshot.last, snapshot.bids, snapshot.asks, received, step)) return
    if (snapshot.verify && !snapshot.verify()) return this.withdraw('checksum', received, step)
    this.#tell(snapshot.time, received, step)
  }

  #start(
    last: number,
    bids: readonly LevelText[],
    asks: readonly LevelText[],
    received: number,
    step: FeedStep,
  ): boolean {
    this.#forget()
    const reason = this.product.replace(bids, asks)
    if (reason) {
      this.withdraw(reason, received, step)
      return false
    }
    this.#last = last
    this.#stitching = true
    return true
  }

  #advance(diff: Diff, received: number, step: FeedStep): void {
    const last = this.#last
    if (last === null) return
    const follows = diff.prev === last || (this.#stitching && diff.prev < last && diff.last > last)
    if (!follows && diff.last <= last) {
      this.#oldCount += 1
      this.#oldInRow += 1
      if (!this.#stitching && this.#oldInRow > oldInRowMax) this.withdraw('gap', received, step)
      return
    }
    this.#oldInRow = 0
    if (!follows) {
      this.withdraw('gap', received, step)
      this.#keep(diff)
      return
    }
    const reason = this.product.change(diff.bids, diff.asks)
    if (reason) return this.withdraw(reason, received, step)
    this.#last = diff.last
    this.#stitching = false
    this.#appliedCount += 1
    if (diff.verify && !diff.verify()) this.withdraw('checksum', received, step)
  }

  #tell(time: number | null, received: number, step: FeedStep): void {
    const reason = this.product.tell(time, received, step)
    if (reason) this.withdraw(reason, received, step)
  }

  #wait(diff: Diff, step: FeedStep): void {
    this.#keep(diff)
    if (this.#asked) return
    this.#asked = true
    step.commands.push({ type: 'resync', symbol: this.product.listing.symbol })
  }

  /** Losing the oldest makes the stitch fail, which asks for a newer snapshot: safe, and bounded. */
  #keep(diff: Diff): void {
    this.#waiting.push(diff)
    this.#waitingLevels += levelsOf(diff)
    while (this.#waiting.length > waitingDiffsMax || this.#waitingLevels > waitingLevelsMax) {
      const lost = this.#waiting.shift()
      if (lost === undefined) return
      this.#waitingLevels -= levelsOf(lost)
    }
  }

  #forget(): void {
    this.#last = null
    this.#stitching = false
    this.#asked = false
    this.#waiting = []
    this.#waitingLevels = 0
    this.#oldInRow = 0
    this.#expected = null
  }
}

function levelsOf({ bids, asks }: Diff): number {
  return bids.length + asks.length
}
