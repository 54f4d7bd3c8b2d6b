import type { DerivativeOrderView, PositionView } from '@truemark/core/derivative/view'
import type { SuccessName } from '@truemark/protocol/errors'
import { perpetualRoutes as routes } from '@truemark/protocol/routes/perpetual'
import {
  type DerivativePorts,
  cancelAll,
  closeAll,
  closeOne,
  onListed,
  onOne,
  orderShape,
  placeOrder,
  positionShape,
} from '../derivative/door.ts'
import { execute, sourceOf } from '../engine/door.ts'
import { done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { accountShape } from './accountShape.ts'
import { bindPerpetualLists } from './lists.ts'
import { parseChange, parsePerpetualAmendment, parsePerpetualOrder, parseSetting } from './parse.ts'

/** Binds the routes of perpetuals. */
export function bindPerpetual(gateway: Gateway, ports: DerivativePorts): void {
  const { catalogue, exchange } = ports
  gateway.bind(routes.perpetualAccountOne, async ({ caller }) => {
    // read before the figures: what changes after it is told again by the stream, never missed
    const seq = ports.seqOf(caller.holder)
    const { account } = await exchange.ask(sourceOf(caller), { type: 'perpetualAccount', holder: caller.holder })
    const { kept } = await exchange.ask(sourceOf(caller), { type: 'keptBrackets', holder: caller.holder })
    return done(accountShape(ports, account, kept, seq))
  })
  gateway.bindLenient(routes.perpetualSet, (call) => {
    const command = parseSetting(call.caller.holder, call.params?.symbol ?? '', call.body, call.fault ?? '')
    return execute(ports, call, command, {
      perpetualSetting: ({ setting: { listing, mode, multiple, changeable } }) =>
        done({ symbol: catalogue.listing(listing).code, mode, multiple, changeable }),
    })
  })
  bindOrders(gateway, ports)
  bindPositions(gateway, ports)
  bindPerpetualLists(gateway, ports)
}

function bindOrders(gateway: Gateway, ports: DerivativePorts): void {
  const order = (message: SuccessName | null = null) => ({
    derivativeOrder: ({ view }: { readonly view: DerivativeOrderView }) => done(orderShape(ports, view), message),
  })
  gateway.bindLenient(routes.perpetualOrderPlace, (call) => {
    const command = parsePerpetualOrder(ports.catalogue, call.caller.holder, call.body, call.fault ?? '')
    return placeOrder(ports, call, command, order('order_placed'))
  })
  gateway.bindLenient(routes.perpetualOrderAmend, (call) => {
    const { caller, body, fault } = call
    return onListed(
      ports,
      'perpetual',
      call,
      (id, listing) => parsePerpetualAmendment(listing, caller.holder, id, body, fault ?? ''),
      order(),
    )
  })
  gateway.bind(routes.perpetualOrderCancel, (call) => {
    const { holder } = call.caller
    return onOne(ports, 'perpetual', call, (id) => ({ type: 'cancelPerpetualOrder', holder, order: id }), order())
  })
  gateway.bind(routes.perpetualOrdersCancel, cancelAll(ports, 'cancelAllPerpetualOrders'))
  gateway.bind(routes.perpetualCloseAll, closeAll(ports, 'closeAllPerpetual'))
}

function bindPositions(gateway: Gateway, ports: DerivativePorts): void {
  gateway.bindLenient(routes.perpetualPositionClose, closeOne(ports, 'position', routes.perpetualPositionClose.body))
  gateway.bindLenient(routes.perpetualPositionChange, (call) => {
    const { caller, body, fault } = call
    return onListed(
      ports,
      'position',
      call,
      (id, listing) => parseChange(listing, caller.holder, id, body, fault ?? ''),
      {
        position: ({ view }: { readonly view: PositionView }) => done(positionShape(ports, view)),
      },
    )
  })
}
