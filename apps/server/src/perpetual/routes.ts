import type { Listing } from '@truemark/core/book/listing'
import type { Reason } from '@truemark/protocol/errors'
import { perpetualRoutes as routes } from '@truemark/protocol/routes/perpetual'
import * as z from 'zod/mini'
import { sourceOf } from '../account/door.ts'
import {
  type DerivativePorts,
  closingShape,
  figuresOf,
  findOrdersById,
  findPositionsById,
  firstFault,
  orderShape,
  positionShape,
  readLots,
} from '../derivative/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { accountShape } from './accountShape.ts'
import { bindPerpetualLists } from './lists.ts'
import { parseChange, parsePerpetualAmendment, parsePerpetualOrder, parseSetting } from './parse.ts'

const lost = refused('server_error')

/** Binds the routes of perpetuals. */
export function bindPerpetual(gateway: Gateway, ports: DerivativePorts): void {
  const { exchange } = ports
  gateway.bind(routes.perpetualAccountOne, async ({ caller }) => {
    // read before the figures: what changes after it is told again by the stream, never missed
    const seq = ports.seqOf(caller.holder)
    const { account } = await exchange.ask(sourceOf(caller), { type: 'perpetualAccount', holder: caller.holder })
    const { kept } = await exchange.ask(sourceOf(caller), { type: 'keptBrackets', holder: caller.holder })
    return done(accountShape(ports, account, kept, seq))
  })
  gateway.bindLenient(routes.perpetualSet, async ({ caller, params, body, fault, key }) => {
    const command = parseSetting(caller.holder, params?.symbol ?? '', body, fault ?? '')
    const set = await exchange.command(sourceOf(caller), command, key)
    ports.reads.note(caller.holder, set.seq)
    if (!set.ok) return refused(set.reason, set.params)
    if (set.answer.type !== 'perpetualSetting') return lost
    const { listing, mode, multiple, changeable } = set.answer.setting
    return done({ symbol: ports.catalogue.listing(listing).code, mode, multiple, changeable })
  })
  bindOrders(gateway, ports)
  bindPositions(gateway, ports)
  bindPerpetualLists(gateway, ports)
}

function bindOrders(gateway: Gateway, ports: DerivativePorts): void {
  const { exchange, catalogue, reads } = ports
  gateway.bindLenient(routes.perpetualOrderPlace, async ({ caller, body, fault, key }) => {
    const command = parsePerpetualOrder(catalogue, caller.holder, body, fault ?? '')
    const placed = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, placed.seq)
    if (!placed.ok) return refused(placed.reason, figuresOf(ports, placed.reason, command.symbol) ?? placed.params)
    return placed.answer.type === 'derivativeOrder' ? done(orderShape(ports, placed.answer.view), 'order_placed') : lost
  })
  gateway.bindLenient(routes.perpetualOrderAmend, async ({ caller, params, body, fault, key }) => {
    const { holder } = caller
    const order = params === undefined ? null : ports.ids.read('derivative', params.id)
    if (order === null) return refused('order_unknown')
    const asked = await exchange.ask(sourceOf(caller), { type: 'perpetualOrder', holder, order })
    const listing = asked.order === null ? undefined : catalogue.listing(asked.order.listing)
    const command = parsePerpetualAmendment(listing, holder, order, body, fault ?? '')
    const amended = await exchange.command(sourceOf(caller), command, key)
    reads.note(holder, amended.seq)
    if (!amended.ok) return refuseOrder(ports, caller, order, amended, listing)
    return amended.answer.type === 'derivativeOrder' ? done(orderShape(ports, amended.answer.view)) : lost
  })
  gateway.bind(routes.perpetualOrderCancel, async ({ caller, params, key }) => {
    const order = ports.ids.read('derivative', params.id)
    if (order === null) return refused('order_unknown')
    const command = { type: 'cancelPerpetualOrder', holder: caller.holder, order } as const
    const canceled = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, canceled.seq)
    if (!canceled.ok) return refuseOrder(ports, caller, order, canceled)
    return canceled.answer.type === 'derivativeOrder' ? done(orderShape(ports, canceled.answer.view)) : lost
  })
  gateway.bind(routes.perpetualOrdersCancel, async ({ caller, query, key }) => {
    const command = { type: 'cancelAllPerpetualOrders', holder: caller.holder, symbol: query.symbol ?? '' } as const
    const canceled = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, canceled.seq)
    if (!canceled.ok) return refused(canceled.reason, canceled.params)
    return done({ canceled: canceled.answer.type === 'closed' ? canceled.answer.orders.length : 0 })
  })
  gateway.bind(routes.perpetualCloseAll, async ({ caller, body, key }) => {
    const command = { type: 'closeAllPerpetual', holder: caller.holder, symbol: body.symbol ?? '' } as const
    const closed = await exchange.command(sourceOf(caller), command, key)
    reads.note(caller.holder, closed.seq)
    if (!closed.ok) return refused(closed.reason, closed.params)
    if (closed.answer.type !== 'closings') return lost
    const { closings, canceled } = closed.answer
    return done({ closings: closings.map((one) => closingShape(ports, one)), canceled: canceled.length })
  })
}

function bindPositions(gateway: Gateway, ports: DerivativePorts): void {
  const { exchange, catalogue, reads } = ports
  gateway.bindLenient(routes.perpetualPositionClose, async ({ caller, params, body, fault, key }) => {
    const position = params === undefined ? null : ports.ids.read('derivative', params.id)
    if (position === null) return refused('position_unknown')
    const parsed = z.safeParse(routes.perpetualPositionClose.body, body)
    const lots = readLots(parsed.data?.lots)
    const faults = firstFault(fault ?? '', parsed.success ? '' : 'field_malformed', lots.fault)
    const head = { type: 'closePerpetual', holder: caller.holder, position } as const
    const closed = await exchange.command(sourceOf(caller), { ...head, lots: lots.value, fault: faults }, key)
    reads.note(caller.holder, closed.seq)
    if (!closed.ok) return refusePosition(ports, caller, position, closed)
    const [closing] = closed.answer.type === 'closings' ? closed.answer.closings : []
    return closing === undefined ? lost : done(closingShape(ports, closing))
  })
  gateway.bindLenient(routes.perpetualPositionChange, async ({ caller, params, body, fault, key }) => {
    const { holder } = caller
    const position = params === undefined ? null : ports.ids.read('derivative', params.id)
    if (position === null) return refused('position_unknown')
    const asked = await exchange.ask(sourceOf(caller), { type: 'perpetualPosition', holder, position })
    const listing = asked.position === null ? undefined : catalogue.listing(asked.position.listing)
    const command = parseChange(listing, holder, position, body, fault ?? '')
    const changed = await exchange.command(sourceOf(caller), command, key)
    reads.note(holder, changed.seq)
    if (!changed.ok) return refusePosition(ports, caller, position, changed, listing)
    return changed.answer.type === 'position' ? done(positionShape(ports, changed.answer.view)) : lost
  })
}

interface Refusal {
  readonly reason: Reason
  readonly params: Readonly<Record<string, string>>
}

// the engine forgets whose a finished order was; the table knows, and another's comes before one that is done
async function refuseOrder(
  ports: DerivativePorts,
  caller: Caller,
  order: number,
  { reason, params }: Refusal,
  listing?: Listing,
): Promise<Outcome<never>> {
  if (reason !== 'order_done') return refused(reason, figuresOf(ports, reason, listing?.code) ?? params)
  if (ports.reads.isOthers('perpetual', order, caller.holder)) return refused('not_owner')
  await ports.reads.current()
  const [known] = await findOrdersById(ports.database, [order])
  if (known === undefined) return refused('order_done')
  // the one sequence numbers other things too
  if (known.product !== 'perpetual') return refused('order_unknown')
  return refused(known.holder === caller.holder ? 'order_done' : 'not_owner')
}

async function refusePosition(
  ports: DerivativePorts,
  caller: Caller,
  position: number,
  { reason, params }: Refusal,
  listing?: Listing,
): Promise<Outcome<never>> {
  if (reason !== 'position_unknown') return refused(reason, figuresOf(ports, reason, listing?.code) ?? params)
  if (ports.reads.isOthers('position', position, caller.holder)) return refused('not_owner')
  await ports.reads.current()
  const [known] = await findPositionsById(ports.database, [position])
  const others = known !== undefined && known.kind !== 'ticket' && known.holder !== caller.holder
  return refused(others ? 'not_owner' : 'position_unknown')
}
