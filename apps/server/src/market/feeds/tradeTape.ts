import type { Listing } from './listings.ts'
import { isNear } from './productBook.ts'
import { credibleTime, readPositive } from './reading.ts'
import type { E12, FeedStep, RefusalReason } from './source.ts'

/** A trade as the venue's frame gives it. */
export interface TradeText {
  id: string | null
  price: unknown
  quantity: unknown
  side: 'buy' | 'sell' | null
  time: number | null
}

const plainId = /^[0-9]{1,20}$/

/**
 * The public trades of one product at one venue. It outlives the socket, so that what a venue replays after a
 * reconnect is recognised. `consecutive` says that the venue's ids rise by one, so that a missing one shows.
 */
export class TradeTape {
  readonly #listing: Listing
  readonly #consecutive: boolean
  #lastId: bigint | null = null
  #lastPrice: E12 | null = null

  constructor(listing: Listing, consecutive: boolean) {
    this.#listing = listing
    this.#consecutive = consecutive
  }

  /** Tells a trade; `middle` is the live book's, where there is one. Old ids give nothing, unsound ones a refusal. */
  tell(trade: TradeText, middle: E12 | null, received: number, step: FeedStep): void {
    const { id, side } = trade
    if (id === null || side === null || !plainId.test(id)) return this.#refuse('malformed', received, step)
    const number = BigInt(id)
    if (this.#lastId !== null && number <= this.#lastId) return
    const price = readPositive(trade.price)
    const quantity = readPositive(trade.quantity)
    if (price === null || quantity === null) return this.#refuse('bad-number', received, step)
    const reference = middle ?? this.#lastPrice
    if (reference !== null && !isNear(price, reference)) return this.#refuse('jump', received, step)
    if (this.#consecutive && this.#lastId !== null && number !== this.#lastId + 1n) this.#refuse('gap', received, step)
    this.#lastId = number
    this.#lastPrice = price
    const { source, symbol, quote } = this.#listing
    const time = credibleTime(trade.time, received)
    step.events.push({ type: 'trade', source, symbol, quote, price, quantity, side, id, time, received })
  }

  #refuse(reason: RefusalReason, received: number, step: FeedStep): void {
    const { source, symbol } = this.#listing
    step.events.push({ type: 'refused', source, symbol, reason, withdrawn: false, received })
  }
}
