import type { HolderId } from '@truemark/core/ledger/holders'
import type { Listing } from '@truemark/core/book/listing'
import type { ContractCommandOf } from '@truemark/core/contract/command'
import { contractOrderAmend, contractOrderBody } from '@truemark/protocol/routes/contract'
import * as z from 'zod/mini'
import {
  firstFault,
  priceFault,
  readAmendment,
  readLots,
  readPrice,
  readTarget,
  readTargetChange,
  symbolOf,
} from '../derivative/door.ts'
import type { Catalogue } from '../engine/door.ts'

const noOrder = {
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 0,
  lots: 0,
  multiple: 0,
  stopLoss: null,
  takeProfit: null,
} as const

/** The command of a contract order as it came; what can't be read travels as `fault` to its place among the checks. */
export function parseContractOrder(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  fault: string,
): ContractCommandOf<'placeContractOrder'> {
  const parsed = z.safeParse(contractOrderBody, body)
  const symbol = symbolOf(body)
  const head = { type: 'placeContractOrder', holder, symbol } as const
  const listing = catalogue.byCode(symbol)
  if (!parsed.success || listing === undefined) {
    return { ...head, ...noOrder, fault: firstFault(fault, 'field_malformed') }
  }
  const order = parsed.data
  const lots = readLots(order.lots)
  const price = readPrice(listing, order.price)
  const stopLoss = readTarget(listing, order.stop_loss, 'stop_loss')
  const takeProfit = readTarget(listing, order.take_profit, 'take_profit')
  return {
    ...head,
    side: order.side,
    kind: order.type,
    timeInForce: order.time_in_force ?? 'GTC',
    price: price.value,
    lots: lots.value,
    multiple: Math.max(0, order.multiple),
    stopLoss: stopLoss.value,
    takeProfit: takeProfit.value,
    fault: firstFault(fault, priceFault(order), lots.fault, price.fault, stopLoss.fault, takeProfit.fault),
  }
}

/** The command that changes a ticket: its targets alone, or its resting order and them; `listing` is that of the ticket, where it is known. */
export function parseContractChange(
  listing: Listing | undefined,
  holder: HolderId,
  order: number,
  body: unknown,
  fault: string,
): ContractCommandOf<'setContractTargets'> | ContractCommandOf<'amendContractOrder'> {
  const parsed = z.safeParse(contractOrderAmend.body, body)
  const head = { type: 'setContractTargets', holder, order } as const
  const keep = { change: 'keep', price: 0 } as const
  if (!parsed.success || listing === undefined) {
    return { ...head, stopLoss: keep, takeProfit: keep, fault: firstFault(fault, 'field_malformed') }
  }
  const { stop_loss: loss, take_profit: profit } = parsed.data
  const stopLoss = readTargetChange(listing, loss, 'stop_loss')
  const takeProfit = readTargetChange(listing, profit, 'take_profit')
  if (parsed.data.price !== undefined || parsed.data.lots !== undefined) {
    const to = readAmendment(listing, parsed.data)
    return {
      type: 'amendContractOrder',
      holder,
      order,
      price: to.price,
      lots: to.lots,
      stopLoss: stopLoss.value,
      takeProfit: takeProfit.value,
      fault: firstFault(fault, to.fault, stopLoss.fault, takeProfit.fault),
    }
  }
  const nothing = loss === undefined && profit === undefined ? 'request_malformed' : ''
  return {
    ...head,
    stopLoss: stopLoss.value,
    takeProfit: takeProfit.value,
    fault: firstFault(fault, nothing, stopLoss.fault, takeProfit.fault),
  }
}
