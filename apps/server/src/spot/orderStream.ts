import type { OrderView } from '@truemark/core/spot/view'
import { isHouse } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Catalogue, Reads } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { OwnHub } from '../platform/socket/hub.ts'
import {
  OwnStream,
  type OwnStreamPorts,
  type ToldUpTo,
  type Touch,
  type Touched,
  TouchedOrders,
} from '../platform/socket/ownStream.ts'
import { fillOrder } from './orderRows.ts'
import { orderShape } from './shape.ts'
import { findOrdersById } from './store.ts'

export interface OrderStreamOptions extends OwnStreamPorts {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
  readonly reads: Pick<Reads, 'note'>
  readonly simulated: () => boolean
}

interface TouchedSpot {
  readonly happened: ReadonlyMap<number, OrderChange['type']>
  /** Of these orders, those whose events were all heard. */
  readonly heard: readonly OrderView[]
}

/**
 * Tells holders what became of their orders: what happened in a round comes as one change an order. An order that was
 * accepted while its owner's app was open is told of from the events alone; any other is read from the tables.
 */
export function openOrderStream(options: OrderStreamOptions): OwnStream<TouchedSpot> {
  const { catalogue, database, hub, ids, reads, simulated } = options
  const tell = async ({ happened, heard }: TouchedSpot, { seq, followed }: ToldUpTo): Promise<void> => {
    const tellOne = (view: OrderView): void => {
      const order = orderShape(catalogue, ids, view, simulated())
      const type = view.status === 'new' ? (happened.get(view.order) ?? 'fill') : view.status
      const change: OrderChange = { order_id: order.order_id, game: 'spot', type, order }
      hub.toHolder(view.holder, streamType.order, change)
    }
    for (const view of heard) {
      // whoever hears of it before the tables hold it reads none that don't
      reads.note(view.holder, seq)
      tellOne(view)
    }
    const known = new Set(heard.map(({ order }) => order))
    const others = [...happened.keys()].filter((order) => !known.has(order))
    if (others.length === 0) return
    await followed()
    for (const row of await findOrdersById(database, others)) tellOne(row)
  }
  return new OwnStream(new HeardOrders(hub), tell, options)
}

type Heard = { -readonly [K in keyof OrderView]: OrderView[K] }

/** The most orders known from their events; of older ones the tables are asked. */
const heardMax = 50_000

/** The orders that events touched, and how those stand that were heard of from their beginning. */
class HeardOrders implements Touched<TouchedSpot> {
  readonly #hub: OwnHub
  readonly #touched: TouchedOrders<OrderChange['type']>
  readonly #heard = new Map<number, Heard>()

  constructor(hub: OwnHub) {
    this.#hub = hub
    this.#touched = new TouchedOrders(hub, touch)
  }

  get isEmpty(): boolean {
    return this.#touched.isEmpty
  }

  take(event: Event, time: number): void {
    this.#touched.take(event)
    if (event.type === 'spotOrderAccepted') {
      if (isHouse(event.holder) || !this.#hub.isOpen(event.holder)) return
      const { order, holder, listing, side, kind, timeInForce, price, quantity, feeRateMaker, feeRateTaker } = event
      const terms = { order, holder, listing, side, kind, timeInForce, price, quantity, feeRateMaker, feeRateTaker }
      const sums = { filled: 0, quoteFilled: 0n, feePaid: 0n, made: false, took: false }
      const times = { acceptedAt: time, updatedAt: time }
      this.#heard.set(order, { ...terms, budget: BigInt(event.budget), ...sums, status: 'new', reason: null, ...times })
      if (this.#heard.size > heardMax) this.#heard.delete(this.#heard.keys().next().value ?? 0)
    } else if (event.type === 'spotTraded') {
      this.#change(event.makerOrder, time, (order) => fillOrder(order, event, true))
      this.#change(event.takerOrder, time, (order) => fillOrder(order, event, false))
    } else if (event.type === 'spotOrderAmended') {
      this.#change(event.order, time, (order) => Object.assign(order, { price: event.price, quantity: event.quantity }))
    } else if (event.type === 'spotOrderClosed') {
      this.#change(event.order, time, (order) => Object.assign(order, { status: event.status, reason: event.reason }))
    }
  }

  #change(number: number, time: number, change: (order: Heard) => void): void {
    const order = this.#heard.get(number)
    if (order === undefined) return
    change(order)
    order.updatedAt = time
    // of one that is over nothing more comes: who is away is not told
    if (order.status !== 'new' && !this.#hub.isOpen(order.holder)) this.#heard.delete(number)
  }

  drain(): TouchedSpot {
    const happened = this.#touched.drain()
    const heard: OrderView[] = []
    for (const number of happened.keys()) {
      const order = this.#heard.get(number)
      if (order === undefined) continue
      heard.push({ ...order })
      if (order.status !== 'new') this.#heard.delete(number)
    }
    return { happened, heard }
  }
}

const touch: Touch<OrderChange['type']> = (event: Event, add) => {
  if (event.type === 'spotOrderAccepted') add(event.holder, event.order, 'new')
  else if (event.type === 'spotOrderAmended') add(event.holder, event.order, 'amend')
  else if (event.type === 'spotOrderClosed') add(event.holder, event.order, 'canceled')
  else if (event.type === 'spotTraded') {
    add(event.makerHolder, event.makerOrder, 'fill')
    add(event.takerHolder, event.takerOrder, 'fill')
  }
}
