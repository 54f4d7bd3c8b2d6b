import type { OrderView } from '@truemark/core/spot/view'
import { client } from '@truemark/protocol/client'
import type { SuccessName } from '@truemark/protocol/errors'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { type SpotOrder, spotRoutes } from '@truemark/protocol/routes/spot'
import { findRecordsOf, recordShape } from '../account/door.ts'
import { type ListPlace, type ListQuery, type Refusal, execute, placeInList, sourceOf } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { bindConditionals } from './conditionals.ts'
import { figuresOf } from './figures.ts'
import { parseAmendment, parseOrder } from './parse.ts'
import type { SpotPorts } from './ports.ts'
import { fillShape, orderShape } from './shape.ts'
import { findFills, findOrder, findOrders } from './store.ts'

/** Binds the routes of spot. */
export function bindSpot(gateway: Gateway, ports: SpotPorts): void {
  const { exchange, catalogue, ids } = ports
  bindConditionals(gateway, ports)
  const order = (message: SuccessName | null = null) => ({
    order: ({ view }: { readonly view: OrderView }) => done(shape(ports, view), message),
  })
  gateway.bindLenient(spotRoutes.spotOrderPlace, (call) => {
    const command = parseOrder(catalogue, call.caller.holder, call.body, call.wellFormed, call.fault ?? '')
    return execute(ports, call, command, order('order_placed'), ({ reason, params }) =>
      refused(reason, figuresOf(ports, reason, command.symbol) ?? params),
    )
  })
  gateway.bindLenient(spotRoutes.spotOrderAmend, async (call) => {
    const { caller, params, body, fault } = call
    const id = params === undefined ? null : ids.read('order', params.id)
    if (id === null) return refused('order_unknown')
    const asked = await exchange.ask(sourceOf(caller), { type: 'spotOrder', holder: caller.holder, order: id })
    const listing = asked.order === null ? undefined : catalogue.listing(asked.order.listing)
    const command = parseAmendment(listing, caller.holder, id, fieldsOf(body), fault ?? '')
    return execute(ports, call, command, order(), (refusal) => refuseTouched(ports, caller, id, refusal, listing?.code))
  })
  gateway.bind(spotRoutes.spotOrderCancel, (call) => {
    const { caller, params } = call
    const id = ids.read('order', params.id)
    if (id === null) return refused('order_unknown')
    const command = { type: 'cancelSpotOrder', holder: caller.holder, order: id } as const
    return execute(ports, call, command, order(), (refusal) => refuseTouched(ports, caller, id, refusal))
  })
  gateway.bind(spotRoutes.spotOrdersCancel, (call) => {
    const command = {
      type: 'cancelAllSpotOrders',
      holder: call.caller.holder,
      symbol: call.query.symbol ?? '',
    } as const
    return execute(ports, call, command, { closed: ({ orders }) => done({ canceled: orders.length }) })
  })
  gateway.bind(spotRoutes.spotOrders, ({ caller, query }) => list(ports, caller, query))
  gateway.bind(spotRoutes.spotFills, ({ caller, query }) => fills(ports, caller, query))
  gateway.bind(spotRoutes.spotOrderOne, ({ caller, params }) => one(ports, caller, params.id))
}

function fieldsOf(body: unknown): { price?: string; quantity?: string } {
  if (typeof body !== 'object' || body === null) return {}
  const price = 'price' in body && typeof body.price === 'string' ? { price: body.price } : {}
  const quantity = 'quantity' in body && typeof body.quantity === 'string' ? { quantity: body.quantity } : {}
  return { ...price, ...quantity }
}

function shape(ports: SpotPorts, view: OrderView): SpotOrder {
  return orderShape(ports.catalogue, ports.ids, view, ports.simulated())
}

// the engine forgets whose a finished order was; the table knows, and another's comes before one that is done
async function refuseTouched(
  ports: SpotPorts,
  caller: Caller,
  order: number,
  { reason }: Refusal,
  symbol = '',
): Promise<Outcome<never>> {
  if (reason !== 'order_done') return refused(reason, figuresOf(ports, reason, symbol) ?? undefined)
  if (ports.reads.isOthers('spot', order, caller.holder)) return refused('not_owner')
  const known = await findOrder(ports.database, order)
  return refused(known !== null && known.holder !== caller.holder ? 'not_owner' : 'order_done')
}

async function one(
  ports: SpotPorts,
  caller: Caller,
  id: string,
): Promise<Outcome<AnswerOf<typeof spotRoutes.spotOrderOne>>> {
  const { database, ids, reads } = ports
  const number = ids.read('order', id)
  if (number === null) return refused('order_unknown')
  if (reads.isOthers('spot', number, caller.holder)) return refused('not_owner')
  await reads.settled(caller.holder)
  const order = await findOrder(database, number)
  if (order === null) return refused('order_unknown')
  if (order.holder !== caller.holder) return refused('not_owner')
  const subjects = { kinds: ['spot_order'], refs: [number] } as const
  const span = { from: order.acceptedAt, to: order.updatedAt }
  const lines = await findRecordsOf(database, caller.holder, subjects, span, client.pageLimitMax)
  return done({ order: shape(ports, order), records: lines.map((line) => recordShape(ports, line)) })
}

async function fills(ports: SpotPorts, caller: Caller, query: Omit<ListQuery, 'status'>) {
  const { catalogue, database, ids, reads } = ports
  const place = placeInList(ports, 'fill', query)
  if (!place.ok) return place
  await reads.settled(caller.holder)
  const rows = await findFills(database, { holder: caller.holder, ...place.data })
  return pageAtPlace(
    rows.map((row) => fillShape(catalogue, ids, row)),
    place.data,
    ({ id }) => id,
  )
}

async function list(ports: SpotPorts, caller: Caller, query: ListQuery) {
  const place = placeInList(ports, 'order', query)
  if (!place.ok) return place
  const rows =
    query.status === 'open'
      ? await openRows(ports, caller, place.data)
      : await storedRows(ports, caller, place.data, query.status)
  const items = rows.map((row) => shape(ports, row))
  return pageAtPlace(items, place.data, ({ order_id }) => order_id)
}

async function openRows(
  { exchange }: SpotPorts,
  caller: Caller,
  { before, limit, listing }: ListPlace,
): Promise<OrderView[]> {
  const { orders } = await exchange.ask(sourceOf(caller), { type: 'spotOrders', holder: caller.holder })
  return orders
    .filter(
      (order) => (listing === undefined || order.listing === listing) && (before === null || order.order < before),
    )
    .toReversed()
    .slice(0, limit)
}

async function storedRows(
  { reads, database }: SpotPorts,
  caller: Caller,
  place: ListPlace,
  status: 'history' | undefined,
): Promise<OrderView[]> {
  await reads.settled(caller.holder)
  return findOrders(database, { holder: caller.holder, status, ...place })
}
