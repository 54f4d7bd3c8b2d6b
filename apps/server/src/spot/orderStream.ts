import type { Event } from '@truemark/core/vocabulary'
import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Catalogue, Watermark } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { orderShape } from './shape.ts'
import { type StoredOrder, findOrdersById } from './store.ts'

export interface OrderStreamOptions {
  readonly hub: { isOpen(holder: HolderId): boolean; toHolder(holder: HolderId, type: number, data: object): void }
  readonly watermark: Watermark
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
  readonly simulated: () => boolean
  readonly onError: (error: unknown) => void
}

const roundInterval = 50
const settleMax = 2_000
/** So many orders are told of in one round; the rest wait for the next. */
const roundOrdersMax = 1_000

/** Tells holders what became of their orders: what happened in a round comes as one change an order. */
export class OrderStream {
  readonly #options: OrderStreamOptions
  readonly #touched = new Map<number, OrderChange['type']>()
  readonly #timer: NodeJS.Timeout
  #seq = 0
  #running = false

  constructor(options: OrderStreamOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#round(), roundInterval)
  }

  /** Takes the events of the committed journal row `seq`. */
  take(events: readonly Event[], seq: number): void {
    this.#seq = Math.max(this.#seq, seq)
    for (const event of events) {
      if (event.type === 'spotOrderAccepted') this.#touch(event.order, event.holder, 'new')
      else if (event.type === 'spotOrderAmended') this.#touch(event.order, event.holder, 'amend')
      else if (event.type === 'spotOrderClosed') this.#touch(event.order, event.holder, 'canceled')
      else if (event.type === 'spotTraded') {
        this.#touch(event.makerOrder, event.makerHolder, 'fill')
        this.#touch(event.takerOrder, event.takerHolder, 'fill')
      }
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #touch(order: number, holder: HolderId, type: OrderChange['type']): void {
    if (order !== 0 && !isHouse(holder) && this.#options.hub.isOpen(holder)) this.#touched.set(order, type)
  }

  async #round(): Promise<void> {
    if (this.#running || this.#touched.size === 0) return
    this.#running = true
    try {
      const touched = new Map([...this.#touched].slice(0, roundOrdersMax))
      for (const order of touched.keys()) this.#touched.delete(order)
      await this.#options.watermark.waitFor(this.#seq, settleMax)
      const rows = await findOrdersById(this.#options.database, [...touched.keys()])
      for (const row of rows) this.#tell(row, touched.get(row.order) ?? 'fill')
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#running = false
    }
  }

  #tell(row: StoredOrder, happened: OrderChange['type']): void {
    const { catalogue, hub, ids, simulated } = this.#options
    const order = orderShape(catalogue, ids, row, simulated())
    const type = row.status === 'new' ? happened : row.status
    const change: OrderChange = { order_id: order.order_id, game: 'spot', type, order }
    hub.toHolder(row.holder, streamType.order, change)
  }
}
