import type { MarketMessage } from '../../market/door.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { AlertBook, type Passed } from './alertBook.ts'
import { type Alert, type AlertSource, armAlert, fireAlert, readAlerts } from './alert.store.ts'

export interface AlertsOptions {
  readonly database: Database
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

const pageMax = 1_000
/** How long an alert that could not be written down waits before it watches again (ms). */
const retryDelay = 5_000

/** Watches prices for all who wait for one. */
export class Alerts {
  readonly #options: AlertsOptions
  readonly #book = new AlertBook()
  #work: Promise<void> = Promise.resolve()
  readonly #retries = new Set<NodeJS.Timeout>()

  constructor(options: AlertsOptions) {
    this.#options = options
  }

  /** Reads all alerts: what passed while nobody watched fires at the first price. */
  async load(): Promise<void> {
    for (let after = 0, full = true; full;) {
      const page = await readAlerts(this.#options.database, after, pageMax)
      for (const alert of page) this.#book.put(alert)
      after = page.at(-1)?.id ?? after
      full = page.length === pageMax
    }
  }

  /** Reads an alert anew, which another process has changed or removed. */
  async renew(id: number): Promise<void> {
    const [alert] = await readAlerts(this.#options.database, id - 1, 1)
    if (alert?.id === id) this.#book.put(alert)
    else this.#book.remove(id)
  }

  put(alert: Alert): void {
    this.#book.put(alert)
  }

  remove(id: number): void {
    this.#book.remove(id)
  }

  /** Hears what the market tells. */
  heard(message: MarketMessage): void {
    if (message.type === 'index') this.#price(message.symbol, 'mark', message.price)
    else if (message.type === 'trade') this.#price(message.record.symbol, 'last', message.record.price)
    else if (message.type === 'day') this.#price(message.record.symbol, 'last', message.record.close)
  }

  /** Resolves when all that was passed is written down. */
  async settled(): Promise<void> {
    await this.#work
  }

  async close(): Promise<void> {
    for (const timer of this.#retries) clearTimeout(timer)
    this.#retries.clear()
    await this.#work
  }

  #price(symbol: string, source: AlertSource, price: string): void {
    const passed = this.#book.heard(symbol, source, price)
    if (passed.length > 0) this.#work = this.#work.then(() => this.#writeAll(passed, price))
  }

  async #writeAll(passed: readonly Passed[], price: string): Promise<void> {
    for (const one of passed) await this.#write(one, price)
  }

  async #write({ alert, fires }: Passed, price: string): Promise<void> {
    const { database, now, onError } = this.#options
    try {
      if (!fires) {
        await armAlert(database, alert.id)
        this.#book.put({ ...alert, armed: true })
      } else if (await fireAlert(database, alert, price, now())) {
        if (alert.repeats) this.#book.put({ ...alert, armed: false })
      }
    } catch (error) {
      onError(error)
      // it waits again, so that nothing is lost while the database is away
      const timer = setTimeout(() => {
        this.#retries.delete(timer)
        this.#book.put(alert)
      }, retryDelay)
      this.#retries.add(timer)
    }
  }
}
