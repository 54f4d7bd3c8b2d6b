import type { OrderView } from '@truemark/core/answer'
import { notionalMax } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { client } from '@truemark/protocol/client'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { type SpotOrder, spotRoutes } from '@truemark/protocol/routes/spot'
import { pageLimit } from '@truemark/protocol/values'
import { findRecordsOf, recordShape } from '../account/door.ts'
import type { Catalogue, Exchange, Reads } from '../engine/door.ts'
import { type CallContext, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { parseAmendment, parseOrder } from './parse.ts'
import { orderShape } from './shape.ts'
import { findOrder, findOrders } from './store.ts'

export interface SpotPorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly database: Database
  readonly ids: PublicIds
  /** Whether prices are simulated or replayed. */
  readonly simulated: () => boolean
}

type Key = CallContext['key']

function sourceOf(caller: Caller) {
  return { kind: 'holder', holder: caller.holder, realm: caller.realm, asker: caller } as const
}

/** Binds the routes of spot. */
export function bindSpot(gateway: Gateway, ports: SpotPorts): void {
  const { exchange, catalogue, reads } = ports
  gateway.bindLenient(spotRoutes.spotOrderPlace, async ({ caller, body, wellFormed, fault, key }) => {
    const command = parseOrder(catalogue, caller.holder, body, wellFormed, fault ?? '')
    const placed = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, placed.seq)
    if (!placed.ok) return refused(placed.reason, figuresOf(ports, placed.reason, command.symbol) ?? placed.params)
    if (placed.answer.type !== 'order') return refused('server_error')
    return done(shape(ports, placed.answer.view), 'order_placed')
  })
  gateway.bindLenient(spotRoutes.spotOrderAmend, async ({ caller, params, body, fault, key }) => {
    const order = params === undefined ? null : ports.ids.read('order', params.id)
    if (order === null) return refused('order_unknown')
    const { order: open } = await exchange.ask(sourceOf(caller), { type: 'spotOrder', holder: caller.holder, order })
    const listing = open === null ? undefined : catalogue.listing(open.listing)
    const command = parseAmendment(listing, caller.holder, order, fieldsOf(body), fault ?? '')
    const amended = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, amended.seq)
    if (!amended.ok) return refuseTouched(ports, caller, order, amended.reason, listing?.code)
    return amended.answer.type === 'order' ? done(shape(ports, amended.answer.view)) : refused('server_error')
  })
  gateway.bind(spotRoutes.spotOrderCancel, ({ caller, params, key }) => cancelOne(ports, caller, params.id, key))
  gateway.bind(spotRoutes.spotOrdersCancel, async ({ caller, query, key }) => {
    const command = { type: 'cancelAllSpotOrders', holder: caller.holder, symbol: query.symbol ?? '' } as const
    const canceled = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, canceled.seq)
    if (!canceled.ok) return refused(canceled.reason, canceled.params)
    return done({ canceled: canceled.answer.type === 'closed' ? canceled.answer.orders.length : 0 })
  })
  gateway.bind(spotRoutes.spotOrders, ({ caller, query }) => list(ports, caller, query))
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

// the figures that a refusal's text names
function figuresOf({ catalogue }: SpotPorts, reason: string, symbol: string): Record<string, string> | null {
  const listing = catalogue.byCode(symbol)
  if (listing === undefined) return null
  if (reason === 'price_off_tick') return { tick: formatDecimal(1, listing.priceDecimals) }
  if (reason === 'quantity_off_step') return { step: formatDecimal(1, listing.quantityDecimals) }
  if (reason === 'quantity_out_of_range') {
    return {
      min: formatDecimal(1, listing.quantityDecimals),
      max: formatDecimal(listing.quantityMax, listing.quantityDecimals),
    }
  }
  const scale = catalogue.currency(listing.quote).scale
  if (reason === 'notional_too_small') return { min: formatDecimal(listing.notionalMinExclusive, scale) }
  return reason === 'notional_too_large' ? { max: formatDecimal(notionalMax, scale) } : null
}

async function cancelOne(ports: SpotPorts, caller: Caller, id: string, key: Key): Promise<Outcome<SpotOrder>> {
  const order = ports.ids.read('order', id)
  if (order === null) return refused('order_unknown')
  const command = { type: 'cancelSpotOrder', holder: caller.holder, order } as const
  const canceled = await ports.exchange.command(sourceOf(caller), command, key)
  ports.reads.note(caller.holder, canceled.seq)
  if (!canceled.ok) return refuseTouched(ports, caller, order, canceled.reason, undefined)
  return canceled.answer.type === 'order' ? done(shape(ports, canceled.answer.view)) : refused('server_error')
}

// the engine forgets whose a finished order was; the table knows, and another's comes before one that is done
async function refuseTouched(
  ports: SpotPorts,
  caller: Caller,
  order: number,
  reason: Parameters<typeof refused>[0],
  symbol: string | undefined,
): Promise<Outcome<never>> {
  if (reason !== 'order_done') return refused(reason, figuresOf(ports, reason, symbol ?? '') ?? undefined)
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

interface ListQuery {
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
  readonly status?: 'open' | 'history' | undefined
  readonly symbol?: string | undefined
}

async function list(ports: SpotPorts, caller: Caller, query: ListQuery) {
  const limit = pageLimit(query.limit)
  const before = query.cursor === undefined ? undefined : ports.ids.read('order', query.cursor)
  if (before === null) return refused('field_malformed')
  const listing = query.symbol === undefined ? undefined : ports.catalogue.byCode(query.symbol)
  if (query.symbol !== undefined && listing === undefined) return refused('symbol_unknown')
  const rows =
    query.status === 'open'
      ? await openRows(ports, caller, listing?.id, before, limit)
      : await storedRows(ports, caller, listing?.id, before, limit, query.status)
  const last = rows.at(-1)
  return done({
    items: rows.map((row) => shape(ports, row)),
    cursor: last !== undefined && rows.length === limit ? ports.ids.write('order', last.order) : null,
  })
}

async function openRows(
  { exchange }: SpotPorts,
  caller: Caller,
  listing: number | undefined,
  before: number | undefined,
  limit: number,
): Promise<OrderView[]> {
  const { orders } = await exchange.ask(sourceOf(caller), { type: 'spotOrders', holder: caller.holder })
  return orders
    .filter(
      (order) => (listing === undefined || order.listing === listing) && (before === undefined || order.order < before),
    )
    .toReversed()
    .slice(0, limit)
}

async function storedRows(
  { reads, database }: SpotPorts,
  caller: Caller,
  listing: number | undefined,
  before: number | undefined,
  limit: number,
  status: 'history' | undefined,
): Promise<OrderView[]> {
  await reads.settled(caller.holder)
  return findOrders(database, { holder: caller.holder, listing, status, before, limit })
}
