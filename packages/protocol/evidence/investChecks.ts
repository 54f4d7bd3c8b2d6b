import { paysCoin, samplesMin, windowMs } from '@truemark/core/invest/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import type { InvestEvidence } from '../routes/evidence.ts'

export interface InvestCheck {
  readonly name: 'samples' | 'mean' | 'outcome'
  readonly holds: boolean
}

/** Whether each second may count: in the half hour up to maturity, or after it where that half hour had too few. */
function mayCount({ samples, maturity_date: maturity, sources_min: sourcesMin, sample_count: count }: InvestEvidence) {
  const within = samples.filter(({ time }) => time <= maturity)
  const enough = within.length >= samplesMin ? within.length : samplesMin
  return (
    samples.every(({ time, sources }) => time > maturity - windowMs && sources >= sourcesMin) &&
    samples.length === count &&
    count === enough
  )
}

/** Reckons a settled investment anew from its published seconds, by the engine's own rules; nothing before it is settled. */
export function investChecks(found: InvestEvidence): InvestCheck[] {
  const { settlement_price: price, samples, index_decimals: decimals, direction, paid_coin: paidCoin } = found
  const tenths = parseDecimal(price, decimals)
  const reference = parseDecimal(found.linked_reference_price, decimals - 1)
  if (tenths === null || reference === null || samples.length === 0) return []
  const sum = samples.reduce((total, one) => total + (parseDecimal(one.price, decimals) ?? 0n), 0n)
  const mean = divide(sum, BigInt(samples.length), 'half-even')
  return [
    { name: 'samples', holds: mayCount(found) },
    { name: 'mean', holds: mean === tenths },
    { name: 'outcome', holds: paysCoin(direction, Number(reference), Number(tenths)) === paidCoin },
  ]
}
