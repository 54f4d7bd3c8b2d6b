import {
  contractCloseAll,
  contractMarginAdd,
  contractOrderAmend,
  contractOrderClose,
} from '@truemark/protocol/routes/contract'
import type { Closing } from '@truemark/protocol/routes/derivative'
import { perpetualCloseAll, perpetualPositionChange, perpetualPositionClose } from '@truemark/protocol/routes/perpetual'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { refreshAccount, takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import type { LotProduct } from './lotContext.ts'
import type { OpenPosition } from './openPosition.ts'

type Closings = AnswerOf<typeof contractCloseAll>

/** Sets a position's stop-loss and take-profit; null takes one away. Rejects with ApiError. */
export async function protectPosition(
  { id, product }: OpenPosition,
  stopLoss: string | null,
  takeProfit: string | null,
): Promise<void> {
  const body = { stop_loss: stopLoss, take_profit: takeProfit }
  const params = { id }
  if (product === 'contract') takeDerivative({ ticket: await call(contractOrderAmend, { params, body }) })
  else takeDerivative({ position: await call(perpetualPositionChange, { params, body }) })
}

/** Closes a position at the market, in whole or by a number of lots; gives what came of it. Rejects with ApiError. */
export async function closePosition({ id, product }: OpenPosition, lots: string | null): Promise<Closing> {
  const body = lots === null ? {} : { lots }
  const params = { id }
  const closing = await (product === 'contract'
    ? call(contractOrderClose, { params, body })
    : call(perpetualPositionClose, { params, body }))
  // What it left of the position comes with the stream; this is for when that is down.
  void refreshAccount()
  return closing
}

/** Closes all positions of a product at the market and cancels what rests, of one market or of all. Rejects with ApiError. */
export async function closeAll(product: LotProduct, symbol: string | undefined): Promise<Closings> {
  const body = symbol === undefined ? {} : { symbol }
  const closings = await (product === 'contract' ? call(contractCloseAll, { body }) : call(perpetualCloseAll, { body }))
  void refreshAccount()
  return closings
}

/** Adds to a position's own margin. Rejects with ApiError. */
export async function addMargin({ id, product }: OpenPosition, amount: string): Promise<void> {
  const params = { id }
  if (product === 'contract') takeDerivative({ ticket: await call(contractMarginAdd, { params, body: { amount } }) })
  else takeDerivative({ position: await call(perpetualPositionChange, { params, body: { margin: amount } }) })
}
