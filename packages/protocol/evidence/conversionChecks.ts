import { houseAgeMaxMs } from '@truemark/core/book/mark'
import type { Price } from '@truemark/core/book/worth'
import { convertedAmount } from '@truemark/core/convert/convert'
import { parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import type { ConversionEvidence } from '../routes/ownEvidence.ts'
import { tickHolds } from './fillChecks.ts'

export type ConversionCheckName = 'index' | 'age' | 'amount' | 'fee' | 'time'

export interface ConversionCheck {
  readonly name: ConversionCheckName
  /** Null where what it needs is not there. */
  readonly holds: boolean | null
}

const priceScale = 12

function units(text: string, decimals: number): bigint {
  return parseDecimal(text, decimals) ?? -1n
}

// of one smallest unit, in smallest units of USDT
function priceOf(index: string | null, decimals: number): Price {
  if (index === null) return { numerator: 1n, denominator: 1n }
  const numerator = units(index, priceScale) * 10n ** BigInt(usdtScale)
  return { numerator, denominator: 10n ** BigInt(priceScale + decimals) }
}

function indexCheck({ ticks, source_index: source, target_index: target }: ConversionEvidence): boolean | null {
  const told = [source, target].filter((one) => one !== null)
  if (ticks.length < told.length) return null
  const isSame = told.every((index, place) => {
    return units(index, priceScale) === units(ticks[place]?.index ?? '', priceScale)
  })
  if (!isSame) return false
  const all = ticks.map(tickHolds)
  return all.includes(false) ? false : all.includes(null) ? null : true
}

function amountHolds(one: ConversionEvidence, gross: bigint): boolean {
  const source = priceOf(one.source_index, one.source_decimals)
  const target = priceOf(one.target_index, one.target_decimals)
  if (target.numerator <= 0n) return false
  const spreadRate = Number(units(one.spread_rate, rateScale))
  return convertedAmount(units(one.source_amount, one.source_decimals), source, target, spreadRate) === gross
}

/** Reckons an exchange anew from the indexes of its quote, by the engine's own rules. */
export function conversionChecks(one: ConversionEvidence): ConversionCheck[] {
  const fee = units(one.fee, one.target_decimals)
  const gross = units(one.target_amount, one.target_decimals) + fee
  const exact = divide(gross * units(one.fee_rate, rateScale), 10n ** BigInt(rateScale), 'up')
  const isYoung = one.ticks.every(({ time }) => one.quoted >= time && one.quoted - time <= houseAgeMaxMs)
  return [
    { name: 'index', holds: indexCheck(one) },
    { name: 'age', holds: isYoung },
    { name: 'amount', holds: amountHolds(one, gross) },
    { name: 'fee', holds: fee === exact },
    { name: 'time', holds: one.quoted <= one.time && one.time <= one.valid_until },
  ]
}
