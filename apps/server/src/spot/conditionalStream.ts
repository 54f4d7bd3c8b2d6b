import { type OrderChange, streamType } from '@truemark/protocol/stream'
import { OwnStream, type ToldUpTo, TouchedOrders } from '../platform/socket/ownStream.ts'
import { findConditionalsById } from './conditionals.store.ts'
import type { OrderStreamOptions } from './orderStream.ts'
import { conditionalShape } from './shape.ts'

type Happened = ReadonlyMap<number, OrderChange['type']>

const changes: ReadonlyMap<string, OrderChange['type']> = new Map([
  ['spotConditionalPlaced', 'new'],
  ['spotPairPlaced', 'new'],
  ['spotTrailingPlaced', 'new'],
  ['spotConditionalTriggered', 'triggered'],
  ['spotTrailingTriggered', 'triggered'],
  ['spotConditionalEnded', 'canceled'],
])

/** Tells holders what became of their orders that wait for a price, read from the tables: they are few. */
export function openConditionalStream(options: Omit<OrderStreamOptions, 'reads'>): OwnStream<Happened> {
  const { catalogue, database, hub, ids, simulated } = options
  const touched = new TouchedOrders<OrderChange['type']>(hub, (event, add) => {
    const change = changes.get(event.type)
    if (change && 'holder' in event && 'order' in event) add(event.holder, event.order, change)
  })
  const tell = async (happened: Happened, { followed }: ToldUpTo): Promise<void> => {
    await followed()
    for (const view of await findConditionalsById(database, [...happened.keys()])) {
      const conditional = conditionalShape(catalogue, ids, view, simulated())
      const { status, order_id } = conditional
      const change: OrderChange = { order_id, game: 'spot', type: status === 'waiting' ? 'new' : status, conditional }
      hub.toHolder(view.holder, streamType.order, change)
    }
  }
  return new OwnStream(touched, tell, options)
}
