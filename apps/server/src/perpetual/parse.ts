import type { HolderId } from '@truemark/core/ledger/holders'
import type { Listing } from '@truemark/core/book/listing'
import { usdtScale } from '@truemark/core/money/units'
import type { PerpetualCommandOf } from '@truemark/core/perpetual/command'
import {
  perpetualOrderAmend,
  perpetualOrderBody,
  perpetualPositionChange,
  perpetualSet,
} from '@truemark/protocol/routes/perpetual'
import * as z from 'zod/mini'
import {
  firstFault,
  priceFault,
  readAmendment,
  readAmount,
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
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
} as const

/** The command of a perpetual order as it came; what can't be read travels as `fault` to its place among the checks. */
export function parsePerpetualOrder(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  fault: string,
): PerpetualCommandOf<'placePerpetualOrder'> {
  const parsed = z.safeParse(perpetualOrderBody, body)
  const symbol = symbolOf(body)
  const head = { type: 'placePerpetualOrder', holder, symbol } as const
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
    reduceOnly: order.reduce_only ?? false,
    stopLoss: stopLoss.value,
    takeProfit: takeProfit.value,
    fault: firstFault(fault, priceFault(order), lots.fault, price.fault, stopLoss.fault, takeProfit.fault),
  }
}

/** The command that changes a resting order; `listing` is the order's, where it is known. */
export function parsePerpetualAmendment(
  listing: Listing | undefined,
  holder: HolderId,
  order: number,
  body: unknown,
  fault: string,
): PerpetualCommandOf<'amendPerpetualOrder'> {
  const parsed = z.safeParse(perpetualOrderAmend.body, body)
  const head = { type: 'amendPerpetualOrder', holder, order } as const
  if (!parsed.success || listing === undefined) {
    return { ...head, price: null, lots: null, fault: firstFault(fault, 'field_malformed') }
  }
  const { price, lots, fault: unread } = readAmendment(listing, parsed.data)
  const nothing = price === null && lots === null ? 'request_malformed' : ''
  return { ...head, price, lots, fault: firstFault(fault, nothing, unread) }
}

/** The command that sets mode and multiple of a symbol. */
export function parseSetting(
  holder: HolderId,
  symbol: string,
  body: unknown,
  fault: string,
): PerpetualCommandOf<'setPerpetual'> {
  const parsed = z.safeParse(perpetualSet.body, body)
  const head = { type: 'setPerpetual', holder, symbol } as const
  if (!parsed.success) return { ...head, mode: 'cross', multiple: 0, fault: firstFault(fault, 'field_malformed') }
  const { mode, multiple } = parsed.data
  return { ...head, mode, multiple: Math.max(0, multiple), fault }
}

/** The command of a change of a position: of its targets, or of an isolated one's margin; `listing` is the position's. */
export function parseChange(
  listing: Listing | undefined,
  holder: HolderId,
  position: number,
  body: unknown,
  fault: string,
): PerpetualCommandOf<'setPerpetualTargets'> | PerpetualCommandOf<'addPerpetualMargin'> {
  const parsed = z.safeParse(perpetualPositionChange.body, body)
  const head = { type: 'setPerpetualTargets', holder, position } as const
  const keep = { change: 'keep', price: 0 } as const
  if (!parsed.success || listing === undefined) {
    return { ...head, stopLoss: keep, takeProfit: keep, fault: firstFault(fault, 'field_malformed') }
  }
  const { stop_loss: loss, take_profit: profit, margin } = parsed.data
  const targets = loss !== undefined || profit !== undefined
  if (margin !== undefined && !targets) {
    const amount = readAmount(margin, usdtScale, 'margin')
    return {
      type: 'addPerpetualMargin',
      holder,
      position,
      amount: amount.value,
      fault: firstFault(fault, amount.fault),
    }
  }
  const stopLoss = readTargetChange(listing, loss, 'stop_loss')
  const takeProfit = readTargetChange(listing, profit, 'take_profit')
  // one call is one command: targets or margin, never both and never neither
  const wrong = targets && margin === undefined ? '' : 'request_malformed'
  return {
    ...head,
    stopLoss: stopLoss.value,
    takeProfit: takeProfit.value,
    fault: firstFault(fault, wrong, stopLoss.fault, takeProfit.fault),
  }
}
