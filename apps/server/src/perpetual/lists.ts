import { perpetualRoutes as routes } from '@truemark/protocol/routes/perpetual'
import {
  type DerivativePorts,
  findOrdersById,
  findPerpetualOrders,
  findPositions,
  findPositionsById,
  historyOf,
  liquidationOf,
  listed,
  orderShape,
  positionShape,
  storedPositionShape,
} from '../derivative/door.ts'
import { sourceOf } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'

/** Binds the lists of perpetual orders and positions, and one of each with what belongs to it. */
export function bindPerpetualLists(gateway: Gateway, ports: DerivativePorts): void {
  const { database, exchange } = ports
  gateway.bind(routes.perpetualOrders, ({ caller, query }) =>
    listed(ports, caller, query, {
      open: async () =>
        (await exchange.ask(sourceOf(caller), { type: 'perpetualOrders', holder: caller.holder })).orders,
      stored: (filter) => findPerpetualOrders(database, filter),
      viewId: ({ order }) => order,
      rowId: ({ order }) => order,
      viewShape: (view) => orderShape(ports, view),
      rowShape: (row) => orderShape(ports, row),
      itemId: ({ order_id }) => order_id,
    }),
  )
  gateway.bind(routes.perpetualPositions, ({ caller, query }) =>
    listed(ports, caller, query, {
      open: async () =>
        (await exchange.ask(sourceOf(caller), { type: 'perpetualPositions', holder: caller.holder })).positions,
      stored: (filter) => findPositions(database, filter),
      viewId: ({ position }) => position,
      rowId: ({ position }) => position,
      viewShape: (view) => positionShape(ports, view),
      rowShape: (row) => storedPositionShape(ports, row),
      itemId: ({ position_id }) => position_id,
    }),
  )
  gateway.bind(routes.perpetualOrderOne, ({ caller, params }) => oneOrder(ports, caller, params.id))
  gateway.bind(routes.perpetualPositionOne, ({ caller, params }) => onePosition(ports, caller, params.id))
}

async function oneOrder(ports: DerivativePorts, caller: Caller, id: string) {
  const order = ports.ids.read('derivative', id)
  if (order === null) return refused('order_unknown')
  if (ports.reads.isOthers('perpetual', order, caller.holder)) return refused('not_owner')
  await ports.reads.current()
  const [stored] = await findOrdersById(ports.database, [order])
  if (stored === undefined || stored.product !== 'perpetual') return refused('order_unknown')
  if (stored.holder !== caller.holder) return refused('not_owner')
  const subject = { holder: caller.holder, id: order, position: null, acceptedAt: stored.acceptedAt }
  return done({ order: orderShape(ports, stored), ...(await historyOf(ports, subject)) })
}

async function onePosition(ports: DerivativePorts, caller: Caller, id: string) {
  const position = ports.ids.read('derivative', id)
  if (position === null) return refused('position_unknown')
  const { holder } = caller
  if (ports.reads.isOthers('position', position, holder)) return refused('not_owner')
  // asked first: what is over by then stands in the rows
  const asked = await ports.exchange.ask(sourceOf(caller), { type: 'perpetualPosition', holder, position })
  await ports.reads.current()
  const [stored] = await findPositionsById(ports.database, [position])
  if (stored === undefined || stored.kind === 'ticket') return refused('position_unknown')
  if (stored.holder !== caller.holder) return refused('not_owner')
  const shape = asked.position === null ? storedPositionShape(ports, stored) : positionShape(ports, asked.position)
  const subject = { holder, id: position, position: stored, acceptedAt: stored.openedAt }
  return done({
    position: shape,
    ...(await historyOf(ports, subject)),
    liquidation: await liquidationOf(ports, stored),
  })
}
