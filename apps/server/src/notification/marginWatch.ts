import type { ThinMargin } from '@truemark/core/liquidation/thin'
import type { Catalogue, Exchange } from '../engine/door.ts'
import { house } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { type Warning, forgetRecovered, insertWarnings } from './marginWatch.store.ts'

export interface MarginWatchOptions {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Accounts the engine looks at in one turn, which costs it about a millisecond. */
const accountsMax = 2_000
const interval = 2_000
/** Below maintenance × this, in hundredths, a holder is warned. It counts as recovered from × 1.6 on. */
const lowHundredths = 150n

/**
 * Warns holders whose equity is less than 1.5 times the maintenance that it must keep: once for each time that it falls
 * there, and again only after it has been back at 1.6 times. All accounts with positions are gone through, 2 000 every two
 * seconds. Returns how to stop.
 */
export function startMarginWatch(options: MarginWatchOptions): () => Promise<void> {
  const watch = new MarginWatch(options)
  return startRounds(() => watch.step(), { everyMs: interval, first: 'later', onError: options.onError })
}

/** Goes through the accounts, one batch a step. */
export class MarginWatch {
  readonly #options: MarginWatchOptions
  #skip = 0
  #thin: ThinMargin[] = []

  constructor(options: MarginWatchOptions) {
    this.#options = options
  }

  /** Looks at the next accounts; at the end of a round, what has recovered may be warned of again. */
  async step(): Promise<void> {
    const { exchange, database } = this.#options
    const asked = { type: 'thinMargins', skip: this.#skip, count: accountsMax } as const
    const { thin, done } = await exchange.ask(house, asked)
    const low = thin.filter(isLow)
    if (low.length > 0)
      await insertWarnings(
        database,
        low.map((one) => this.#warning(one)),
      )
    this.#thin.push(...thin)
    this.#skip += accountsMax
    if (!done) return
    await forgetRecovered(database, this.#thin)
    this.#skip = 0
    this.#thin = []
  }

  #warning({ holder, position, listing, ticket, equity, maintenance }: ThinMargin): Warning {
    const percent = String((equity * 100n) / maintenance)
    const time = this.#options.now()
    if (position === 0) return { holder, position, kind: 'margin_low_account', params: { percent }, time }
    const symbol = this.#options.catalogue.listing(listing).code
    const params = { percent, symbol, game: ticket ? 'contract' : 'position' }
    return { holder, position, kind: 'margin_low_position', params, time }
  }
}

function isLow({ equity, maintenance }: ThinMargin): boolean {
  return maintenance > 0n && equity > 0n && equity * 100n < maintenance * lowHundredths
}
