import { isNear } from './productBook.ts'
import { credibleTime, readPositive } from './reading.ts'
import type { Listing, E12, FeedStep, RefusalReason } from './source.ts'

/** A trade as the venue's frame gives it. */
export interface TradeText {
  id: string | null
  price: unknown
  quantity: unknown
  side: 'buy' | 'sell' | null
  time: number | null
}

const plainId = /^[0-9]{1,20}$/
/** The trades remembered so that repeats are recognised. */
const recentMax = 2_000

/**
 * The public trades of one product at one venue. Ids rise within a connection; across two of them only what is the same
 * in all is a repeat, so that a venue that numbers anew is heard, and one that repeats itself is not heard twice.
 * `consecutive` says that its ids rise by one, so that a missing one shows.
 */
export class TradeTape {
  readonly #listing: Listing
  readonly #consecutive: boolean
  #lastId: bigint | null = null
  #lastTime = 0
  #lastPrice: E12 | null = null
  /** The youngest that were told, in the order in which they came. */
  readonly #recent = new Set<string>()

  constructor(listing: Listing, consecutive: boolean) {
    this.#listing = listing
    this.#consecutive = consecutive
  }

  /** A new socket is open: the venue may number its trades anew. */
  reopen(): void {
    this.#lastId = null
    this.#lastTime = 0
  }

  /** Tells a trade; `middle` is the live book's, where there is one. Repeated ones give nothing, unsound ones a refusal. */
  tell(trade: TradeText, middle: E12 | null, received: number, step: FeedStep): void {
    const { id, side } = trade
    if (id === null || side === null || !plainId.test(id)) return this.#refuse('malformed', received, step)
    const number = BigInt(id)
    const name = `${id} ${String(trade.price)} ${String(trade.quantity)} ${trade.time ?? ''}`
    const time = credibleTime(trade.time, received)
    const stamp = time === trade.time ? time : null
    if (this.#recent.has(name) || this.#isOld(number, stamp)) return
    const price = readPositive(trade.price)
    const quantity = readPositive(trade.quantity)
    if (price === null || quantity === null) return this.#refuse('bad-number', received, step)
    const reference = middle ?? this.#lastPrice
    if (reference !== null && !isNear(price, reference)) return this.#refuse('jump', received, step)
    if (this.#consecutive && this.#lastId !== null && number !== this.#lastId + 1n) this.#refuse('gap', received, step)
    this.#remember(name, number, stamp)
    this.#lastPrice = price
    const { source, symbol, quote } = this.#listing
    step.events.push({ type: 'trade', source, symbol, quote, price, quantity, side, id, time, received })
  }

  /** Whether this connection has passed it: a lower number, unless the venue dates it after all that came. */
  #isOld(number: bigint, time: number | null): boolean {
    if (this.#lastId === null || number > this.#lastId) return false
    return number === this.#lastId || time === null || time <= this.#lastTime
  }

  #remember(name: string, number: bigint, time: number | null): void {
    this.#lastId = number
    this.#lastTime = Math.max(this.#lastTime, time ?? 0)
    this.#recent.add(name)
    if (this.#recent.size <= recentMax) return
    for (const oldest of this.#recent) {
      this.#recent.delete(oldest)
      break
    }
  }

  #refuse(reason: RefusalReason, received: number, step: FeedStep): void {
    const { source, symbol } = this.#listing
    step.events.push({ type: 'refused', source, symbol, reason, withdrawn: false, received })
  }
}
