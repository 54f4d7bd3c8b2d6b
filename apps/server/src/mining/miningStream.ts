import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { localeDefault } from '@truemark/protocol/locale'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Watermark } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findBodies } from './drafts.store.ts'
import { type Shaping, orderShape } from './shape.ts'
import { type MiningRow, findMiningById } from './store.ts'

export interface MiningStreamOptions extends Shaping {
  readonly hub: { isOpen(holder: HolderId): boolean; toHolder(holder: HolderId, type: number, data: object): void }
  readonly watermark: Watermark
  readonly database: Database
  readonly onError: (error: unknown) => void
}

const roundInterval = 200
const settleMax = 2_000
/** So many orders are told of in one round; the rest wait for the next. */
const roundOrdersMax = 1_000

/** Tells holders what became of their orders of locked mining. */
export class MiningStream {
  readonly #options: MiningStreamOptions
  readonly #touched = new Set<number>()
  readonly #timer: NodeJS.Timeout
  #seq = 0
  #running = false

  constructor(options: MiningStreamOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#round(), roundInterval)
  }

  /** Takes the events of the committed journal row `seq`. */
  take(events: readonly Event[], seq: number): void {
    this.#seq = Math.max(this.#seq, seq)
    for (const event of events) {
      if (event.type === 'miningOpened' || event.type === 'miningDone' || event.type === 'miningRedeemed') {
        this.#touch(event)
      } else if (event.type === 'miningPaid') event.lines.forEach((line) => this.#touch(line))
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #touch({ holder, order }: { readonly holder: HolderId; readonly order: number }): void {
    if (!isHouse(holder) && this.#options.hub.isOpen(holder)) this.#touched.add(order)
  }

  async #round(): Promise<void> {
    if (this.#running || this.#touched.size === 0) return
    this.#running = true
    const { database, watermark, onError } = this.#options
    try {
      const touched = [...this.#touched].slice(0, roundOrdersMax)
      for (const order of touched) this.#touched.delete(order)
      await watermark.waitFor(this.#seq, settleMax)
      const rows = await findMiningById(database, touched)
      const texts = await findBodies(
        database,
        rows.map(({ draft }) => draft),
      )
      for (const row of rows) this.#tell(row, texts.get(row.draft))
    } catch (error) {
      onError(error)
    } finally {
      this.#running = false
    }
  }

  // the name is the one in English: a socket speaks no language, and a screen has its own from the list
  #tell(row: MiningRow, texts: Parameters<typeof orderShape>[2]): void {
    const mining = orderShape(this.#options, row, texts, localeDefault)
    const change: OrderChange = { order_id: mining.order_id, game: 'mining', type: changeOf(row), mining }
    this.#options.hub.toHolder(row.holder, streamType.order, change)
  }
}

function changeOf({ status, daysPaid }: MiningRow): OrderChange['type'] {
  if (status === 'settled') return 'settled'
  if (status === 'history') return 'closed'
  return daysPaid > 0 ? 'position' : 'new'
}
