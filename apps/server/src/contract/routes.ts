import type { ContractView } from '@truemark/core/derivative/view'
import { type ContractOrder, contractMarginAdd, contractRoutes as routes } from '@truemark/protocol/routes/contract'
import type { Reason } from '@truemark/protocol/errors'
import * as z from 'zod/mini'
import { sourceOf } from '../account/door.ts'
import {
  type DerivativePorts,
  type PageQuery,
  closingShape,
  contractShape,
  figuresOf,
  findOrdersById,
  findTickets,
  findTicketsById,
  firstFault,
  historyOf,
  liquidationOf,
  pageAt,
  readAmount,
  readLots,
  storedContractShape,
} from '../derivative/door.ts'
import type { Listing } from '@truemark/core/book/listing'
import { usdtScale } from '@truemark/core/money/units'
import { type LenientCall, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { parseContractOrder, parseContractChange } from './parse.ts'

const closeBody = routes.contractOrderClose.body

/** Binds the routes of contracts. */
export function bindContract(gateway: Gateway, ports: DerivativePorts): void {
  gateway.bindLenient(routes.contractOrderPlace, async ({ caller, body, fault, key }) => {
    const command = parseContractOrder(ports.catalogue, caller.holder, body, fault ?? '')
    const placed = await ports.exchange.command(sourceOf(caller), command, key)
    ports.reads.note(caller.holder, placed.seq)
    if (!placed.ok) return refused(placed.reason, figuresOf(ports, placed.reason, command.symbol) ?? placed.params)
    return placed.answer.type === 'contract'
      ? done(contractShape(ports, placed.answer.view), 'order_placed')
      : refused('server_error')
  })
  gateway.bind(routes.contractOrders, ({ caller, query }) => list(ports, caller, query))
  gateway.bind(routes.contractOrderOne, ({ caller, params }) => one(ports, caller, params.id))
  gateway.bind(routes.contractOrderCancel, async ({ caller, params, key }) => {
    const order = ports.ids.read('derivative', params.id)
    if (order === null) return refused('order_unknown')
    const command = { type: 'cancelContractOrder', holder: caller.holder, order } as const
    const canceled = await ports.exchange.command(sourceOf(caller), command, key)
    ports.reads.note(caller.holder, canceled.seq)
    if (!canceled.ok) return refuseTouched(ports, caller, order, canceled)
    return canceled.answer.type === 'contract' ? done(contractShape(ports, canceled.answer.view)) : lost
  })
  gateway.bind(routes.contractOrdersCancel, async ({ caller, query, key }) => {
    const command = { type: 'cancelAllContractOrders', holder: caller.holder, symbol: query.symbol ?? '' } as const
    const canceled = await ports.exchange.command(sourceOf(caller), command, key)
    ports.reads.note(caller.holder, canceled.seq)
    if (!canceled.ok) return refused(canceled.reason, canceled.params)
    return done({ canceled: canceled.answer.type === 'closed' ? canceled.answer.orders.length : 0 })
  })
  gateway.bind(routes.contractCloseAll, async ({ caller, body, key }) => {
    const command = { type: 'closeAllContracts', holder: caller.holder, symbol: body.symbol ?? '' } as const
    const closed = await ports.exchange.command(sourceOf(caller), command, key)
    ports.reads.note(caller.holder, closed.seq)
    if (!closed.ok) return refused(closed.reason, closed.params)
    if (closed.answer.type !== 'closings') return lost
    const { closings, canceled } = closed.answer
    return done({ closings: closings.map((one) => closingShape(ports, one)), canceled: canceled.length })
  })
  bindTicket(gateway, ports)
}

const lost = refused('server_error')

/** Binds what is done to one ticket. */
function bindTicket(gateway: Gateway, ports: DerivativePorts): void {
  gateway.bindLenient(routes.contractOrderAmend, (call) =>
    onTicket(ports, call, (order, listing) =>
      parseContractChange(listing, call.caller.holder, order, call.body, call.fault ?? ''),
    ),
  )
  gateway.bindLenient(routes.contractMarginAdd, (call) =>
    onTicket(ports, call, (order) => {
      const parsed = z.safeParse(contractMarginAdd.body, call.body)
      const amount = readAmount(parsed.data?.amount, usdtScale)
      const fault = firstFault(call.fault ?? '', amount.fault)
      return { type: 'addContractMargin', holder: call.caller.holder, order, amount: amount.value, fault } as const
    }),
  )
  gateway.bindLenient(routes.contractOrderClose, async ({ caller, params, body, fault, key }) => {
    const order = params === undefined ? null : ports.ids.read('derivative', params.id)
    if (order === null) return refused('order_unknown')
    const parsed = z.safeParse(closeBody, body)
    const lots = readLots(parsed.data?.lots)
    const faults = firstFault(fault ?? '', parsed.success ? '' : 'field_malformed', lots.fault)
    const command = { type: 'closeContract', holder: caller.holder, order, lots: lots.value, fault: faults } as const
    const closed = await ports.exchange.command(sourceOf(caller), command, key)
    ports.reads.note(caller.holder, closed.seq)
    if (!closed.ok) return refuseTouched(ports, caller, order, closed)
    const [closing] = closed.answer.type === 'closings' ? closed.answer.closings : []
    return closing === undefined ? lost : done(closingShape(ports, closing))
  })
}

type TicketCall = LenientCall<typeof routes.contractOrderAmend> | LenientCall<typeof routes.contractMarginAdd>
type TicketCommand = Parameters<DerivativePorts['exchange']['command']>[1]

// a command on one ticket that answers with it as it then stands
async function onTicket(
  ports: DerivativePorts,
  { caller, params, key }: TicketCall,
  commandOf: (order: number, listing: Listing | undefined) => TicketCommand,
): Promise<Outcome<ContractOrder>> {
  const order = params === undefined ? null : ports.ids.read('derivative', params.id)
  if (order === null) return refused('order_unknown')
  const { exchange, catalogue } = ports
  const asked = await exchange.ask(sourceOf(caller), { type: 'contractOrder', holder: caller.holder, order })
  const listing = asked.order === null ? undefined : catalogue.listing(asked.order.listing)
  const changed = await exchange.command(sourceOf(caller), commandOf(order, listing), key)
  ports.reads.note(caller.holder, changed.seq)
  if (!changed.ok) return refuseTouched(ports, caller, order, changed, listing)
  return changed.answer.type === 'contract' ? done(contractShape(ports, changed.answer.view)) : lost
}

interface Refusal {
  readonly reason: Reason
  readonly params: Readonly<Record<string, string>>
}

// the engine forgets whose a finished ticket was; the table knows, and another's comes before one that is done
async function refuseTouched(
  ports: DerivativePorts,
  caller: Caller,
  order: number,
  { reason, params }: Refusal,
  listing?: Listing,
): Promise<Outcome<never>> {
  if (reason !== 'order_done') return refused(reason, figuresOf(ports, reason, listing?.code) ?? params)
  if (ports.reads.isOthers('contract', order, caller.holder)) return refused('not_owner')
  await ports.reads.current()
  const [known] = await findOrdersById(ports.database, [order])
  if (known === undefined) return refused('order_done')
  // the one sequence numbers other things too
  if (known.product !== 'contract' || known.purpose !== 'open') return refused('order_unknown')
  return refused(known.holder === caller.holder ? 'order_done' : 'not_owner')
}

async function list(ports: DerivativePorts, caller: Caller, query: PageQuery) {
  const at = pageAt(ports, query)
  if (!at.ok) return refused(at.reason)
  const items =
    query.status === 'open' ? await openItems(ports, caller, at) : await storedItems(ports, caller, at, query.status)
  const last = items.at(-1)
  return done({ items, cursor: last !== undefined && items.length === at.limit ? last.order_id : null })
}

interface At {
  readonly limit: number
  readonly before: number | undefined
  readonly listing?: number
}

async function openViews(ports: DerivativePorts, caller: Caller): Promise<readonly ContractView[]> {
  const { orders } = await ports.exchange.ask(sourceOf(caller), { type: 'contractOrders', holder: caller.holder })
  return orders
}

async function openItems(ports: DerivativePorts, caller: Caller, at: At): Promise<ContractOrder[]> {
  const views = await openViews(ports, caller)
  return views
    .filter(({ order, listing }) => (at.listing ?? listing) === listing && order < (at.before ?? order + 1))
    .toSorted((a, b) => b.order - a.order)
    .slice(0, at.limit)
    .map((view) => contractShape(ports, view))
}

// what is still open among the rows is told by the engine, with its figures at the mark
async function storedItems(
  ports: DerivativePorts,
  caller: Caller,
  at: At,
  status: 'history' | undefined,
): Promise<ContractOrder[]> {
  // asked first: what is over by then stands in the rows
  const open = status === undefined ? await openViews(ports, caller) : []
  await ports.reads.current()
  const { limit, before, listing } = at
  const rows = await findTickets(ports.database, { holder: caller.holder, limit, before, listing, status })
  const byId = new Map(open.map((view) => [view.order, view]))
  return rows.map((row) => {
    const view = byId.get(row.order.order)
    return view === undefined ? storedContractShape(ports, row) : contractShape(ports, view)
  })
}

async function one(ports: DerivativePorts, caller: Caller, id: string) {
  const order = ports.ids.read('derivative', id)
  if (order === null) return refused('order_unknown')
  if (ports.reads.isOthers('contract', order, caller.holder)) return refused('not_owner')
  // asked first: what is over by then stands in the rows
  const asked = await ports.exchange.ask(sourceOf(caller), { type: 'contractOrder', holder: caller.holder, order })
  await ports.reads.current()
  const [stored] = await findTicketsById(ports.database, [order])
  if (stored === undefined) return refused('order_unknown')
  if (stored.order.holder !== caller.holder) return refused('not_owner')
  const { position } = stored
  const shape = asked.order === null ? storedContractShape(ports, stored) : contractShape(ports, asked.order)
  const subject = { holder: caller.holder, id: order, position, acceptedAt: stored.order.acceptedAt }
  return done({
    order: shape,
    ...(await historyOf(ports, subject)),
    liquidation: await liquidationOf(ports, position),
  })
}
