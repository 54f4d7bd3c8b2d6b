import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import type { OptionEventOf } from '@truemark/core/option/event'
import type { OptionView } from '@truemark/core/option/view'
import type { Event } from '@truemark/core/vocabulary'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Catalogue, Watermark } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { type Present, optionShape } from './shape.ts'
import { findEntered, findOptionsById } from './store.ts'

export interface OptionStreamOptions extends Present {
  readonly hub: { isOpen(holder: HolderId): boolean; toHolder(holder: HolderId, type: number, data: object): void }
  readonly watermark: Watermark
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
  readonly onError: (error: unknown) => void
}

const roundInterval = 50
const settleMax = 2_000
/** So many options are told of in one round; the rest wait for the next. */
const roundOptionsMax = 1_000
/** So many entries of listings wait to be told of; older ones give way, and a reader sees them when it asks anew. */
const entriesMax = 1_000

/** Tells holders what became of their options. */
export class OptionStream {
  readonly #options: OptionStreamOptions
  readonly #touched = new Set<number>()
  #entries: OptionEventOf<'optionsEntered'>[] = []
  readonly #timer: NodeJS.Timeout
  #seq = 0
  #running = false

  constructor(options: OptionStreamOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#round(), roundInterval)
  }

  /** Takes the events of the committed journal row `seq`. */
  take(events: readonly Event[], seq: number): void {
    this.#seq = Math.max(this.#seq, seq)
    for (const event of events) {
      if (event.type === 'optionPlaced' || event.type === 'optionSettled' || event.type === 'optionVoided') {
        if (!isHouse(event.holder) && this.#options.hub.isOpen(event.holder)) this.#touched.add(event.order)
      } else if (event.type === 'optionsEntered') {
        this.#entries.push(event)
        if (this.#entries.length > entriesMax) this.#entries.shift()
      }
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #round(): Promise<void> {
    if (this.#running || (this.#touched.size === 0 && this.#entries.length === 0)) return
    this.#running = true
    try {
      const touched = [...this.#touched].slice(0, roundOptionsMax)
      for (const order of touched) this.#touched.delete(order)
      const entry = this.#entries.shift()
      await this.#options.watermark.waitFor(this.#seq, settleMax)
      for (const view of await findOptionsById(this.#options.database, touched)) this.#tell(view)
      if (entry !== undefined) await this.#tellEntered(entry)
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#running = false
    }
  }

  async #tellEntered(entry: OptionEventOf<'optionsEntered'>): Promise<void> {
    const entered = await findEntered(this.#options.database, entry, roundOptionsMax)
    for (const view of entered) if (this.#options.hub.isOpen(view.holder)) this.#tell(view)
    const last = entered.at(-1)
    if (last !== undefined && entered.length === roundOptionsMax && last.order < entry.last) {
      this.#entries.unshift({ ...entry, first: last.order + 1 })
    }
  }

  #tell(view: OptionView): void {
    const { catalogue, hub, ids } = this.#options
    const option = optionShape(catalogue, ids, view, this.#options)
    const type = view.status !== 'open' ? view.status : view.entryStamp > 0 ? 'position' : 'new'
    const change: OrderChange = { order_id: option.order_id, game: 'option', type, option }
    hub.toHolder(view.holder, streamType.order, change)
  }
}
