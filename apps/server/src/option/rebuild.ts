import type { TradeEvidence } from '@truemark/core/option/command'
import { priceFromTrades, tradeReachMs } from '@truemark/core/option/rebuild'
import { type Catalogue, type Exchange, house } from '../engine/door.ts'
import { type Rounds, createRounds } from '../platform/rounds.ts'
import { type CommittedEvents } from '../platform/socket/ownStream.ts'

export interface ExitRebuilderOptions {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  /** One public trade a source around a past moment. */
  readonly tradesAt: (symbol: string, moment: number) => Promise<readonly TradeEvidence[]>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

interface Missing {
  readonly listing: number
  readonly expiry: number
  /** Not asked for before this moment: trades take their way into a venue's history. */
  due: number
}

const roundInterval = 1_000
/** The pause before a price that could not be rebuilt is tried again (ms), until the engine gives it up. */
const againAfter = 30_000

/**
 * Rebuilds exits that no sample was there for, from the sources' public trades, one after the other. The engine judges
 * the evidence, and gives up what is not rebuilt in time.
 */
export class ExitRebuilder {
  readonly #options: ExitRebuilderOptions
  readonly #missing = new Map<string, Missing>()
  readonly #rounds: Rounds

  constructor(options: ExitRebuilderOptions) {
    this.#options = options
    const { onError } = options
    this.#rounds = createRounds(() => this.#rebuildDue(), { everyMs: roundInterval, first: 'later', onError })
  }

  /** Takes up what an earlier run left missing. */
  async resume(): Promise<void> {
    const { exits } = await this.#options.exchange.ask(house, { type: 'optionExitsMissing' })
    for (const { listing, expiry } of exits) this.#add(listing, expiry)
  }

  /** Takes the events of a committed journal row. */
  take({ events }: Pick<CommittedEvents, 'events'>): void {
    for (const event of events) {
      if (event.type === 'optionExitMissing') this.#add(event.listing, event.expiry)
      else if (event.type === 'optionExitLost' || event.type === 'optionExitRebuilt') {
        this.#missing.delete(`${event.listing} ${event.expiry}`)
      }
    }
  }

  close(): Promise<void> {
    return this.#rounds.stop()
  }

  /** Tries all that are due, the first to be missing first. */
  round(): Promise<void> {
    return this.#rounds.now()
  }

  async #rebuildDue(): Promise<void> {
    for (let next = this.#nextDue(); next !== undefined; next = this.#nextDue()) {
      next.due = this.#options.now() + againAfter
      await this.#rebuild(next)
    }
  }

  #nextDue(): Missing | undefined {
    const now = this.#options.now()
    for (const missing of this.#missing.values()) if (missing.due <= now) return missing
    return undefined
  }

  #add(listing: number, expiry: number): void {
    this.#missing.set(`${listing} ${expiry}`, { listing, expiry, due: expiry + tradeReachMs })
  }

  async #rebuild({ listing: id, expiry }: Missing): Promise<void> {
    const { catalogue, exchange, tradesAt } = this.#options
    const listing = catalogue.listing(id)
    const trades = await tradesAt(listing.code, expiry)
    if (priceFromTrades(trades, expiry, listing) === null) return
    const rebuilt = await exchange.command(house, { type: 'rebuildOptionExit', listing: id, expiry, trades })
    if (!rebuilt.ok && rebuilt.reason === 'order_unknown') this.#missing.delete(`${id} ${expiry}`)
  }
}
