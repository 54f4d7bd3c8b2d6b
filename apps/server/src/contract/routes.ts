import type { ContractView } from '@truemark/core/derivative/view'
import { usdtScale } from '@truemark/core/money/units'
import type { SuccessName } from '@truemark/protocol/errors'
import { contractMarginAdd, contractRoutes as routes } from '@truemark/protocol/routes/contract'
import * as z from 'zod/mini'
import {
  type DerivativePorts,
  cancelAll,
  closeAll,
  closeOne,
  contractShape,
  findTickets,
  findTicketsById,
  firstFault,
  historyOf,
  liquidationOf,
  listed,
  onListed,
  onOne,
  placeOrder,
  readAmount,
  storedContractShape,
} from '../derivative/door.ts'
import { sourceOf } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { parseContractChange, parseContractOrder } from './parse.ts'

/** Binds the routes of contracts. */
export function bindContract(gateway: Gateway, ports: DerivativePorts): void {
  const ticket = (message: SuccessName | null = null) => ({
    contract: ({ view }: { readonly view: ContractView }) => done(contractShape(ports, view), message),
  })
  gateway.bindLenient(routes.contractOrderPlace, (call) => {
    const command = parseContractOrder(ports.catalogue, call.caller.holder, call.body, call.fault ?? '')
    return placeOrder(ports, call, command, ticket('order_placed'))
  })
  gateway.bind(routes.contractOrderCancel, (call) => {
    const { holder } = call.caller
    return onOne(ports, 'contract', call, (order) => ({ type: 'cancelContractOrder', holder, order }), ticket())
  })
  gateway.bind(routes.contractOrdersCancel, cancelAll(ports, 'cancelAllContractOrders'))
  gateway.bind(routes.contractCloseAll, closeAll(ports, 'closeAllContracts'))
  gateway.bindLenient(routes.contractOrderClose, closeOne(ports, 'contract', routes.contractOrderClose.body))
  gateway.bindLenient(routes.contractOrderAmend, (call) => {
    const { caller, body, fault } = call
    return onListed(
      ports,
      'contract',
      call,
      (order, listing) => parseContractChange(listing, caller.holder, order, body, fault ?? ''),
      ticket(),
    )
  })
  gateway.bindLenient(routes.contractMarginAdd, (call) => {
    const { holder } = call.caller
    const parsed = z.safeParse(contractMarginAdd.body, call.body)
    const { value: amount, fault: unread } = readAmount(parsed.data?.amount, usdtScale)
    const fault = firstFault(call.fault ?? '', unread)
    return onOne(
      ports,
      'contract',
      call,
      (order) => ({ type: 'addContractMargin', holder, order, amount, fault }),
      ticket(),
    )
  })
  bindReading(gateway, ports)
}

function bindReading(gateway: Gateway, ports: DerivativePorts): void {
  const { database, exchange } = ports
  gateway.bind(routes.contractOrders, ({ caller, query }) =>
    listed(ports, caller, query, {
      open: async () =>
        (await exchange.ask(sourceOf(caller), { type: 'contractOrders', holder: caller.holder })).orders,
      stored: (filter) => findTickets(database, filter),
      viewId: ({ order }) => order,
      rowId: ({ order }) => order.order,
      viewShape: (view) => contractShape(ports, view),
      rowShape: (row) => storedContractShape(ports, row),
      itemId: ({ order_id }) => order_id,
    }),
  )
  gateway.bind(routes.contractOrderOne, ({ caller, params }) => one(ports, caller, params.id))
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
