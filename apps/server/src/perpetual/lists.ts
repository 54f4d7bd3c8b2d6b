import type { DerivativeOrderView, PositionView } from '@truemark/core/derivative/view'
import {
  type PerpetualOrder,
  type PerpetualPosition,
  perpetualRoutes as routes,
} from '@truemark/protocol/routes/perpetual'
import { sourceOf } from '../account/door.ts'
import {
  type DerivativePorts,
  type PageQuery,
  findOrdersById,
  findPerpetualOrders,
  findPositions,
  findPositionsById,
  historyOf,
  liquidationOf,
  orderShape,
  pageAt,
  positionShape,
  storedPositionShape,
} from '../derivative/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'

/** Binds the lists of perpetual orders and positions, and one of each with what belongs to it. */
export function bindPerpetualLists(gateway: Gateway, ports: DerivativePorts): void {
  gateway.bind(routes.perpetualOrders, ({ caller, query }) => listOrders(ports, caller, query))
  gateway.bind(routes.perpetualPositions, ({ caller, query }) => listPositions(ports, caller, query))
  gateway.bind(routes.perpetualOrderOne, ({ caller, params }) => oneOrder(ports, caller, params.id))
  gateway.bind(routes.perpetualPositionOne, ({ caller, params }) => onePosition(ports, caller, params.id))
}

interface At {
  readonly limit: number
  readonly before: number | undefined
  readonly listing?: number
}

// the newest of what is open, within the page
function within<T extends { readonly listing: number }>(rows: readonly T[], at: At, idOf: (row: T) => number): T[] {
  return rows
    .filter((row) => (at.listing ?? row.listing) === row.listing && idOf(row) < (at.before ?? Number.MAX_SAFE_INTEGER))
    .toSorted((a, b) => idOf(b) - idOf(a))
    .slice(0, at.limit)
}

async function listOrders(ports: DerivativePorts, caller: Caller, query: PageQuery) {
  const at = pageAt(ports, query)
  if (!at.ok) return refused(at.reason)
  let views: DerivativeOrderView[]
  if (query.status === 'open') {
    const asked = await ports.exchange.ask(sourceOf(caller), { type: 'perpetualOrders', holder: caller.holder })
    views = within(asked.orders, at, ({ order }) => order)
  } else {
    await ports.reads.current()
    const { limit, before, listing } = at
    views = await findPerpetualOrders(ports.database, {
      holder: caller.holder,
      limit,
      before,
      listing,
      status: query.status,
    })
  }
  const items: PerpetualOrder[] = views.map((view) => orderShape(ports, view))
  const last = items.at(-1)
  return done({ items, cursor: last !== undefined && items.length === at.limit ? last.order_id : null })
}

async function openPositions(ports: DerivativePorts, caller: Caller): Promise<readonly PositionView[]> {
  const { positions } = await ports.exchange.ask(sourceOf(caller), {
    type: 'perpetualPositions',
    holder: caller.holder,
  })
  return positions
}

async function listPositions(ports: DerivativePorts, caller: Caller, query: PageQuery) {
  const at = pageAt(ports, query)
  if (!at.ok) return refused(at.reason)
  // of what is open the engine tells, with its figures at the mark
  const open = query.status === 'history' ? [] : await openPositions(ports, caller)
  let items: PerpetualPosition[]
  if (query.status === 'open') {
    items = within(open, at, ({ position }) => position).map((view) => positionShape(ports, view))
  } else {
    await ports.reads.current()
    const { limit, before, listing } = at
    const filter = { holder: caller.holder, limit, before, listing, status: query.status }
    const byId = new Map(open.map((view) => [view.position, view]))
    items = (await findPositions(ports.database, filter)).map((row) => {
      const view = byId.get(row.position)
      return view === undefined ? storedPositionShape(ports, row) : positionShape(ports, view)
    })
  }
  const last = items.at(-1)
  return done({ items, cursor: last !== undefined && items.length === at.limit ? last.position_id : null })
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
