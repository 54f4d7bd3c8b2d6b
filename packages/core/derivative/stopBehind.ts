import type { PositionSide } from '../margin/position.ts'
import { finePriceDecimals } from './view.ts'

const fine = 10n ** BigInt(finePriceDecimals)

/**
 * Whether a position would be liquidated before its stop-loss is reached: the stop in ticks lies at or beyond the
 * liquidation price at 10⁻⁴ of a tick, which is null where no price liquidates. Marks fire both, so that this one never will.
 */
export function stopBehindLiquidation(side: PositionSide, stopLoss: number, liquidationFine: bigint | null): boolean {
  if (liquidationFine === null) return false
  const stop = BigInt(stopLoss) * fine
  return side === 'long' ? stop <= liquidationFine : stop >= liquidationFine
}
