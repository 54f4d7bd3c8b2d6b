import type { Side } from '../book/book.ts'
import type { CoreReason } from '../result/reason.ts'
import type { TargetChange } from './command.ts'

/** A price to compare with: `numerator / denominator` ticks. */
export interface Opening {
  readonly numerator: bigint
  readonly denominator: bigint
}

/**
 * Whether a stop-loss and a take-profit may stand, and why not: none is zero; of a buy the stop-loss lies below the
 * opening and the current price and the take-profit above both; of a sell the other way round. Prices in ticks, null
 * for none; the mark in tenths of a tick.
 */
export function targetFault(
  side: Side,
  opening: Opening,
  markTenths: number,
  stopLoss: number | null,
  takeProfit: number | null,
): CoreReason | null {
  if (stopLoss === 0 || takeProfit === 0) return 'stop_zero'
  const buys = side === 'buy'
  const above = (price: number): boolean =>
    price * 10 > markTenths && BigInt(price) * opening.denominator > opening.numerator
  const below = (price: number): boolean =>
    price * 10 < markTenths && BigInt(price) * opening.denominator < opening.numerator
  if (stopLoss !== null && !(buys ? below(stopLoss) : above(stopLoss))) {
    return buys ? 'buy_stop_loss_side' : 'sell_stop_loss_side'
  }
  if (takeProfit !== null && !(buys ? above(takeProfit) : below(takeProfit))) {
    return buys ? 'buy_take_profit_side' : 'sell_take_profit_side'
  }
  return null
}

/** What a target becomes by a change, in ticks or null for none; `stands` is 0 for none. */
export function changed(target: TargetChange, stands: number): number | null {
  if (target.change === 'set') return target.price
  return target.change === 'remove' || stands === 0 ? null : stands
}
