import type { orderStatuses } from '@truemark/core/spot/view'
import type { Event } from '@truemark/core/vocabulary'
import { isHouse } from '@truemark/core/ledger/holders'
import type { Side } from '@truemark/core/book/book'
import type { SpotOrderAccepted, SpotTraded } from '@truemark/core/spot/event'
import type { CloseReason } from '@truemark/core/spot/order'
import type { Fact } from '../engine/door.ts'
import { type FillRow } from './tables.ts'

export type OrderStatus = (typeof orderStatuses)[number]

/** An order that was accepted within the facts at hand, as it stands after them. */
export interface NewOrder {
  readonly accepted: SpotOrderAccepted
  readonly acceptedAt: number
  readonly changed: OrderChange
}

/** What the facts at hand change of an order. Fills and fees are added; null leaves a field as it is. */
export interface OrderChange {
  readonly order: number
  price: number | null
  quantity: number | null
  filled: number
  quoteFilled: bigint
  feePaid: bigint
  made: boolean
  took: boolean
  status: OrderStatus | null
  reason: CloseReason | null
  updatedAt: number
}

/** What trades change of an order. */
export type Filling = Pick<
  OrderChange,
  'filled' | 'quoteFilled' | 'feePaid' | 'made' | 'took' | 'status' | 'reason' | 'updatedAt'
>

/** What facts do to the tables of orders and fills: new orders, changes of older ones, and fills. */
export interface OrderRows {
  readonly created: readonly NewOrder[]
  readonly changed: readonly OrderChange[]
  readonly fills: readonly FillRow[]
}

/** Folds facts, in order, into what is to be written; an order that is new among them gets its changes at once. */
export function orderRowsOf(facts: readonly Fact<Event>[]): OrderRows {
  const created = new Map<number, NewOrder>()
  const changes = new Map<number, OrderChange>()
  const fills: FillRow[] = []
  const changeOf = (order: number, time: number): OrderChange => {
    let change = changes.get(order)
    if (change === undefined) changes.set(order, (change = noChange(order, time)))
    change.updatedAt = time
    return change
  }
  for (const { event, time } of facts) {
    switch (event.type) {
      case 'spotOrderAccepted':
        created.set(event.order, { accepted: event, acceptedAt: time, changed: changeOf(event.order, time) })
        break
      case 'spotTraded':
        if (event.makerOrder !== 0) fillOrder(changeOf(event.makerOrder, time), event, true)
        if (event.takerOrder !== 0) fillOrder(changeOf(event.takerOrder, time), event, false)
        if (!isHouse(event.makerHolder)) fills.push(fillOf(event, time, true))
        if (!isHouse(event.takerHolder)) fills.push(fillOf(event, time, false))
        break
      case 'spotOrderAmended': {
        const change = changeOf(event.order, time)
        change.price = event.price
        change.quantity = event.quantity
        break
      }
      case 'spotOrderClosed': {
        const change = changeOf(event.order, time)
        change.status = event.status
        change.reason = event.reason
        break
      }
      default:
    }
  }
  const changed = [...changes.values()].filter((change) => !created.has(change.order))
  return { created: [...created.values()], changed, fills }
}

function noChange(order: number, time: number): OrderChange {
  return {
    order,
    price: null,
    quantity: null,
    filled: 0,
    quoteFilled: 0n,
    feePaid: 0n,
    made: false,
    took: false,
    status: null,
    reason: null,
    updatedAt: time,
  }
}

/** Adds a trade to what is summed of an order: one that it filled is done with. */
export function fillOrder(change: Filling, event: SpotTraded, maker: boolean): void {
  change.filled += event.quantity
  change.quoteFilled += BigInt(event.quoteAmount)
  change.feePaid += BigInt(maker ? event.makerFee : event.takerFee)
  if (maker) change.made = true
  else change.took = true
  if (maker ? event.makerFilled : event.takerFilled) {
    change.status = 'filled'
    change.reason = 'filled'
  }
}

function fillOf(event: SpotTraded, time: number, maker: boolean): FillRow {
  const { takerSide } = event
  const makerSide: Side = takerSide === 'buy' ? 'sell' : 'buy'
  return {
    holder: maker ? event.makerHolder : event.takerHolder,
    trade: event.trade,
    order: maker ? event.makerOrder : event.takerOrder,
    listing: event.listing,
    side: maker ? makerSide : takerSide,
    maker,
    price: event.price,
    quantity: event.quantity,
    quoteAmount: BigInt(event.quoteAmount),
    fee: BigInt(maker ? event.makerFee : event.takerFee),
    indexTenths: event.indexTenths,
    indexTime: event.indexTime,
    time,
  }
}
