import { rateSymbol } from './listings.ts'
import { OrderBook, type LevelText } from './orderBook.ts'
import { credibleTime } from './reading.ts'
import { type Listing, repeatAfter, type E12, type FeedStep, type RefusalReason } from './source.ts'

/** No venue's book is kept deeper than this a side; one that is deeper has a fresh start when its top comes there. */
export const bookDepthMax = 5_000
/** A change of more levels a side than this is none: it is not read. */
const changeLevelsMax = 10_000

/**
 * A price may not leave the market's last one by more than this factor, in either direction, within one frame. It
 * catches a shifted decimal point, not a crash: a fresh snapshot is believed whatever it says, and the index above
 * compares venues.
 */
const jumpNumerator = 3n
const jumpDenominator = 2n

/** True when `price` lies within the jump bound around `reference`. */
export function isNear(price: E12, reference: E12): boolean {
  return price * jumpDenominator <= reference * jumpNumerator && price * jumpNumerator >= reference * jumpDenominator
}

/** The best of both sides. */
export interface Top {
  bid: E12
  ask: E12
  bidSize: E12
  askSize: E12
}

/**
 * The book of one product at one venue and what was told of it. It is either live (its top is current) or withdrawn
 * (nothing is told until a new snapshot); there is no third state in which an old top lives on.
 */
export class ProductBook {
  readonly listing: Listing
  readonly book = new OrderBook(bookDepthMax)
  #live = false
  #begun = false
  #told: Top | null = null
  #toldAt = 0
  #saidAt = 0
  #middle: E12 | null = null
  /** What was last told and said of a book that has a fresh start, while it is not known whether that changes anything. */
  #before: { told: Top; saidAt: number } | null = null
  readonly #snapshotDepth: number

  /** `snapshotDepth`: where the venue cuts its snapshots, if it makes good for nothing beyond it later. */
  constructor(listing: Listing, snapshotDepth = Infinity) {
    this.listing = listing
    this.#snapshotDepth = snapshotDepth
  }

  get live(): boolean {
    return this.#live
  }

  /** Whether it has had a snapshot since the socket opened. */
  get begun(): boolean {
    return this.#begun
  }

  /** When the venue last said what this book is; null while it is not live. */
  get saidAt(): number | null {
    return this.#live ? this.#saidAt : null
  }

  /** The top that was told last. */
  get top(): Top | null {
    return this.#told
  }

  /** The middle of the last top that was told, to judge a price by; null before the first. */
  get middle(): E12 | null {
    return this.#middle
  }

  /** A new socket is open: all is forgotten but what was told last, which an echo of it does not make new. */
  reopen(): void {
    const before = this.#standing ?? this.#before
    this.reset()
    this.#begun = false
    this.#before = before
  }

  /** What was told last and when the venue said so; null where there is none. */
  get #standing(): { told: Top; saidAt: number } | null {
    return this.#live && this.#told ? { told: this.#told, saidAt: this.#saidAt } : null
  }

  /** Forgets everything. */
  reset(): void {
    this.book.clear()
    this.#live = false
    this.#told = null
    this.#middle = null
    this.#before = null
  }

  /** Starts the book anew from a snapshot. Gives the reason when it can't be used. */
  replace(bids: readonly LevelText[], asks: readonly LevelText[]): RefusalReason | null {
    const before = this.#standing ?? this.#before
    this.reset()
    this.#before = before
    this.#begun = true
    if (!this.book.replace(bids, asks)) return 'bad-number'
    if (bids.length >= this.#snapshotDepth) this.book.bids.markPartial()
    if (asks.length >= this.#snapshotDepth) this.book.asks.markPartial()
    this.#live = true
    return null
  }

  /** Applies changes. Gives the reason when they can't be used; the caller then withdraws the book. */
  change(bids: readonly LevelText[], asks: readonly LevelText[]): RefusalReason | null {
    if (bids.length > changeLevelsMax || asks.length > changeLevelsMax) return 'too-many'
    return this.book.apply(bids, asks) ? null : 'bad-number'
  }

  /** Tells the top if it is sound, and changed or was told a while ago; else gives the reason. The venue has just spoken. */
  tell(time: number | null, received: number, step: FeedStep): RefusalReason | null {
    const bid = this.book.bids.best
    const ask = this.book.asks.best
    if (!bid || !ask) return 'one-sided'
    if (bid.price >= ask.price) return 'crossed'
    if (this.book.bids.outrun || this.book.asks.outrun) return 'outrun'
    const middle = (bid.price + ask.price) / 2n
    if (this.#middle !== null && !isNear(middle, this.#middle)) return 'jump'
    this.#middle = middle
    const top = { bid: bid.price, ask: ask.price, bidSize: bid.size, askSize: ask.size }
    if (this.#isEcho(top)) return null
    this.#saidAt = received
    if (this.#told && isSameTop(this.#told, top) && received - this.#toldAt < repeatAfter) return null
    this.#told = top
    this.#toldAt = received
    this.#push(top, credibleTime(time, received), received, step)
    return null
  }

  /** Whether a fresh start gave but the top that stood before: a venue that is frozen repeats itself for ever. */
  #isEcho(top: Top): boolean {
    const before = this.#before
    this.#before = null
    if (!before || !isSameTop(before.told, top)) return false
    this.#told = before.told
    this.#saidAt = before.saidAt
    return true
  }

  /** Takes the book back and asks for a fresh start. */
  withdraw(reason: RefusalReason, received: number, step: FeedStep): void {
    const { source, symbol } = this.listing
    this.reset()
    step.events.push({ type: 'refused', source, symbol, reason, withdrawn: true, received })
    step.commands.push({ type: 'resync', symbol })
  }

  #push(top: Top, time: number, received: number, step: FeedStep): void {
    const { source, symbol, quote } = this.listing
    if (symbol === rateSymbol) {
      step.events.push({ type: 'rate', source, bid: top.bid, ask: top.ask, time, received })
    } else {
      step.events.push({ type: 'top', source, symbol, quote, ...top, time, received })
    }
  }
}

function isSameTop(one: Top, other: Top): boolean {
  return (
    one.bid === other.bid && one.ask === other.ask && one.bidSize === other.bidSize && one.askSize === other.askSize
  )
}
