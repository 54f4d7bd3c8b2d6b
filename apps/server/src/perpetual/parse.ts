import type { HolderId } from '@truemark/core/ledger/holders'
import type { Listing } from '@truemark/core/book/listing'
import { usdtScale } from '@truemark/core/money/units'
import type { LeverageCommandOf } from '@truemark/core/leverage/command'
import {
  perpetualOrderAmend,
  perpetualOrderBody,
  perpetualPositionChange,
  perpetualSet,
} from '@truemark/protocol/routes/perpetual'
import * as z from 'zod/mini'
import {
  firstFault,
  keptTargets,
  noLotOrder,
  readAmendment,
  readAmount,
  readLotOrder,
  readTargetChanges,
  symbolOf,
} from '../derivative/door.ts'
import type { Catalogue } from '../engine/door.ts'

/** The command of a perpetual order as it came; what can't be read travels as `fault` to its place among the checks. */
export function parsePerpetualOrder(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  fault: string,
): LeverageCommandOf<'placePerpetualOrder' | 'placePerpetualShown'> {
  const parsed = z.safeParse(perpetualOrderBody, body)
  const symbol = symbolOf(body)
  const head = { type: 'placePerpetualOrder', holder, symbol } as const
  const listing = catalogue.byCode(symbol)
  if (!parsed.success || listing === undefined) {
    return { ...head, ...noLotOrder, reduceOnly: false, fault: firstFault(fault, 'field_malformed') }
  }
  const order = parsed.data
  const { mode, multiple } = order
  const asked = { ...head, reduceOnly: order.reduce_only ?? false }
  if (mode === undefined || multiple === undefined || multiple < 0) {
    const half = mode === undefined && multiple === undefined ? '' : 'field_malformed'
    return { ...asked, ...readLotOrder(listing, order, firstFault(fault, half)) }
  }
  const shown = { modeShown: mode, multipleShown: multiple }
  return { ...asked, ...shown, ...readLotOrder(listing, order, fault), type: 'placePerpetualShown' }
}

/** The command that changes a resting order; `listing` is the order's, where it is known. */
export function parsePerpetualAmendment(
  listing: Listing | undefined,
  holder: HolderId,
  order: number,
  body: unknown,
  fault: string,
): LeverageCommandOf<'amendPerpetualOrder'> {
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
): LeverageCommandOf<'setPerpetual'> {
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
): LeverageCommandOf<'setPerpetualTargets'> | LeverageCommandOf<'addPerpetualMargin'> {
  const parsed = z.safeParse(perpetualPositionChange.body, body)
  const head = { type: 'setPerpetualTargets', holder, position } as const
  if (!parsed.success || listing === undefined) {
    return { ...head, ...keptTargets, fault: firstFault(fault, 'field_malformed') }
  }
  const { stop_loss: loss, take_profit: profit, margin } = parsed.data
  const targets = loss !== undefined || profit !== undefined
  if (margin !== undefined && !targets) {
    const amount = readAmount(margin, usdtScale, 'margin')
    const unread = firstFault(fault, amount.fault)
    return { type: 'addPerpetualMargin', holder, position, amount: amount.value, fault: unread }
  }
  const { targets: wanted, fault: unread } = readTargetChanges(listing, parsed.data)
  // one call is one command: targets or margin, never both and never neither
  const wrong = targets && margin === undefined ? '' : 'request_malformed'
  return { ...head, ...wanted, fault: firstFault(fault, wrong, unread) }
}
