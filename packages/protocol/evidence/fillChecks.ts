import { ladderPrices } from '@truemark/core/book/ladder'
import { houseAgeMaxMs } from '@truemark/core/book/mark'
import { reckonIndex } from '@truemark/core/market/sources'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateOneBig, rateScale } from '@truemark/core/money/units'
import type { DecidingTick, FillsEvidence, HouseFill } from '../routes/ownEvidence.ts'
import { saidIn } from './indexChecks.ts'

export type FillCheckName = 'index' | 'age' | 'level' | 'amount' | 'fee'

export interface FillCheck {
  readonly name: FillCheckName
  /** Null where what it needs is not there. */
  readonly holds: boolean | null
}

const fillCheckNames = ['index', 'age', 'level', 'amount', 'fee'] as const
const scale = 12

/** Exact units of a text at a scale that holds it; what does not fit counts as nothing, and so never agrees. */
function units(text: string, decimals: number): bigint {
  return parseDecimal(text, decimals) ?? -1n
}

/** Whether index and dispersion are what the sources gave, by the published rule; null where none was told. */
export function tickHolds(tick: DecidingTick): boolean | null {
  if (tick.sources.length === 0) return null
  const found = reckonIndex(saidIn(tick), tick.index_decimals - 1)
  if (!found.ok) return false
  const tenths = (text: string): bigint => units(text, tick.index_decimals)
  return tenths(tick.index) === BigInt(found.indexTenths) && tenths(tick.dispersion) === BigInt(found.dispersionTenths)
}

function indexCheck(fill: HouseFill, tick: DecidingTick | undefined): boolean | null {
  if (tick === undefined) return null
  const isSame = units(fill.index, tick.index_decimals) === units(tick.index, tick.index_decimals)
  return isSame && fill.index_time === tick.time ? tickHolds(tick) : false
}

/** Whether the house stood where the fill says, around the index and by its terms. */
function levelHolds(evidence: FillsEvidence, fill: HouseFill): boolean | null {
  const tick = evidence.ticks[fill.tick ?? -1]
  const terms = evidence.ladders[fill.ladder ?? -1]
  if (tick === undefined || terms === undefined) return null
  const ladder = {
    levels: terms.levels,
    halfSpreadRate: Number(units(terms.half_spread_rate, rateScale)),
    gapRate: Number(units(terms.gap_rate, rateScale)),
    levelQuantity: 0,
    refillPerSecond: 0,
    positionMax: 0,
  }
  const tenths = (text: string): number => Number(units(text, evidence.price_decimals + 1))
  const { buy, sell } = ladderPrices(ladder, tenths(fill.index), tenths(tick.dispersion))
  const levels = fill.side === 'buy' ? sell : buy
  const price = Number(units(fill.price, evidence.price_decimals))
  if (fill.role === 'taker') return levels.includes(price)
  // the house comes to an order that rests, at that order's price, where one of its levels is as good or better
  const [best] = levels
  return best !== undefined && (fill.side === 'buy' ? best <= price : best >= price)
}

function amountHolds({ unit_size: size }: FillsEvidence, { price, quantity, amount }: HouseFill): boolean {
  return units(price, scale) * units(quantity, scale) * units(size, scale) === units(amount, 3 * scale)
}

/** Fees of one order are rounded up once over all its fills: each is its exact share, rounded either way. */
function feeHolds({ product, fee_decimals: decimals }: FillsEvidence, fill: HouseFill): boolean | null {
  if (fill.fee_rate === null) return null
  const received = product === 'spot' && fill.side === 'buy' ? fill.quantity : fill.amount
  const exact = units(received, decimals) * units(fill.fee_rate, rateScale)
  const fee = units(fill.fee, decimals)
  if (fee < 0n || fee * rateOneBig >= exact + rateOneBig) return false
  // less is taken of a position whose margin does not cover it
  return product === 'derivative' || fee * rateOneBig > exact - rateOneBig
}

/** What of one fill holds, reckoned anew from what was told of it. */
export function fillHolds(evidence: FillsEvidence, fill: HouseFill): Readonly<Record<FillCheckName, boolean | null>> {
  const age = fill.time - fill.index_time
  return {
    index: indexCheck(fill, evidence.ticks[fill.tick ?? -1]),
    age: age >= 0 && age <= houseAgeMaxMs,
    level: levelHolds(evidence, fill),
    amount: amountHolds(evidence, fill),
    fee: feeHolds(evidence, fill),
  }
}

/** The same of all fills together: each holds where it holds of every fill. */
export function fillChecks(evidence: FillsEvidence): FillCheck[] {
  const found = evidence.fills.map((fill) => fillHolds(evidence, fill))
  return fillCheckNames.map((name) => {
    const all = found.map((one) => one[name])
    return { name, holds: all.includes(false) ? false : all.includes(null) ? null : true }
  })
}
