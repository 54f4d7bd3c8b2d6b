import type { HolderId } from '@truemark/core/ledger/holders'
import type { Listing } from '@truemark/core/book/listing'
import type { LeverageCommandOf } from '@truemark/core/leverage/command'
import { contractOrderAmend, contractOrderBody } from '@truemark/protocol/routes/contract'
import * as z from 'zod/mini'
import {
  firstFault,
  keptTargets,
  noLotOrder,
  readAmendment,
  readLotOrder,
  readTargetChanges,
  symbolOf,
} from '../derivative/door.ts'
import type { Catalogue } from '../engine/door.ts'

/** The command of a contract order as it came; what can't be read travels as `fault` to its place among the checks. */
export function parseContractOrder(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  fault: string,
): LeverageCommandOf<'placeContractOrder'> {
  const parsed = z.safeParse(contractOrderBody, body)
  const symbol = symbolOf(body)
  const head = { type: 'placeContractOrder', holder, symbol } as const
  const listing = catalogue.byCode(symbol)
  if (!parsed.success || listing === undefined) {
    return { ...head, ...noLotOrder, multiple: 0, fault: firstFault(fault, 'field_malformed') }
  }
  const order = parsed.data
  return { ...head, multiple: Math.max(0, order.multiple), ...readLotOrder(listing, order, fault) }
}

/** The command that changes a ticket: its targets alone, or its resting order and them; `listing` is that of the ticket, where it is known. */
export function parseContractChange(
  listing: Listing | undefined,
  holder: HolderId,
  order: number,
  body: unknown,
  fault: string,
): LeverageCommandOf<'setContractTargets'> | LeverageCommandOf<'amendContractOrder'> {
  const parsed = z.safeParse(contractOrderAmend.body, body)
  const head = { type: 'setContractTargets', holder, order } as const
  if (!parsed.success || listing === undefined) {
    return { ...head, ...keptTargets, fault: firstFault(fault, 'field_malformed') }
  }
  const { targets, fault: unread } = readTargetChanges(listing, parsed.data)
  if (parsed.data.price !== undefined || parsed.data.lots !== undefined) {
    const { price, lots, fault: wrong } = readAmendment(listing, parsed.data)
    return {
      type: 'amendContractOrder',
      holder,
      order,
      price,
      lots,
      ...targets,
      fault: firstFault(fault, wrong, unread),
    }
  }
  const { stop_loss: loss, take_profit: profit } = parsed.data
  const nothing = loss === undefined && profit === undefined ? 'request_malformed' : ''
  return { ...head, ...targets, fault: firstFault(fault, nothing, unread) }
}
