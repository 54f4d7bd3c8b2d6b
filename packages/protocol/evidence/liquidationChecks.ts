import { hexOf } from '@truemark/core/codec/hex'
import { encodeUtf8 } from '@truemark/core/codec/utf8'
import { type ReckonedPosition, reckonAnew } from '@truemark/core/liquidation/reckoning'
import { parseDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import type { Sha256 } from '@truemark/core/proof/liabilities'
import { parsedAs } from '../parsedAs.ts'
import { type LiquidationEvidence, type LiquidationReckoning, liquidationReckoning } from '../routes/evidence.ts'

export interface LiquidationCheck {
  readonly name: 'equity' | 'digest' | 'positions'
  /** Null where what it needs is its owner's alone. */
  readonly holds: boolean | null
}

const lotScale = 2

/** What a liquidation was decided by; null where the text is none. */
export function readReckoning(text: string): LiquidationReckoning | null {
  return parsedAs(liquidationReckoning, text)
}

function positionOf(one: LiquidationReckoning['positions'][number]): ReckonedPosition {
  const whole = (text: string, scale: number): number => Number(parseDecimal(text, scale) ?? 0n)
  return {
    side: one.side,
    lots: whole(one.lots, lotScale),
    whole: whole(one.lots_whole, lotScale),
    cost: parseDecimal(one.cost, usdtScale) ?? 0n,
    indexTenths: whole(one.mark, one.mark_decimals),
    quotePerTenthLot: Number(one.lot_worth),
    brackets: one.brackets.map((bracket) => ({
      floor: parseDecimal(bracket.floor, usdtScale) ?? -1n,
      maintenanceRate: whole(bracket.maintenance_rate, rateScale),
      multipleMax: bracket.multiple_max,
    })),
  }
}

/**
 * Reckons a liquidation anew from what its owner is told: whether that is what the public evidence names, whether each
 * profit and maintenance follows from its mark and brackets, and whether equity was below maintenance.
 */
export function liquidationChecks(
  found: LiquidationEvidence,
  text: string | null,
  sha256: Sha256,
): readonly LiquidationCheck[] {
  if (text === null || found.reckoning_digest === undefined) return [{ name: 'equity', holds: null }]
  const digest: LiquidationCheck = {
    name: 'digest',
    holds: hexOf(sha256(encodeUtf8(text))) === found.reckoning_digest,
  }
  const told = readReckoning(text)
  if (told === null) return [digest, { name: 'equity', holds: false }]
  const usdt = (amount: string): bigint => parseSignedDecimal(amount, usdtScale) ?? 0n
  const isCross = told.positions.every(({ mode }) => mode === 'cross')
  const balance = usdt(told.held) + (isCross ? usdt(told.available) : 0n)
  const anew = reckonAnew({ balance, positions: told.positions.map(positionOf) })
  if (anew === null) return [digest, { name: 'positions', holds: false }]
  const follows = told.positions.every((one, at) => {
    const figures = anew.positions[at]
    return figures?.profit === usdt(one.profit) && figures.maintenance === usdt(one.maintenance)
  })
  const isAsTold = anew.equity === usdt(told.equity) && anew.maintenance === usdt(told.maintenance)
  return [digest, { name: 'positions', holds: follows }, { name: 'equity', holds: isAsTold && anew.liquidatable }]
}
