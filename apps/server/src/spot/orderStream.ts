import type { Event } from '@truemark/core/vocabulary'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import type { Catalogue } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { OwnStream, type OwnStreamPorts, type Touch, TouchedOrders } from '../platform/socket/ownStream.ts'
import { orderShape } from './shape.ts'
import { findOrdersById } from './store.ts'

export interface OrderStreamOptions extends OwnStreamPorts {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
  readonly simulated: () => boolean
}

type Happened = ReadonlyMap<number, OrderChange['type']>

/** Tells holders what became of their orders: what happened in a round comes as one change an order. */
export function openOrderStream(options: OrderStreamOptions): OwnStream<Happened> {
  const { catalogue, database, hub, ids, simulated } = options
  const tell = async (touched: Happened): Promise<void> => {
    for (const row of await findOrdersById(database, [...touched.keys()])) {
      const order = orderShape(catalogue, ids, row, simulated())
      const type = row.status === 'new' ? (touched.get(row.order) ?? 'fill') : row.status
      const change: OrderChange = { order_id: order.order_id, game: 'spot', type, order }
      hub.toHolder(row.holder, streamType.order, change)
    }
  }
  return new OwnStream(new TouchedOrders(hub, touch), tell, options)
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
