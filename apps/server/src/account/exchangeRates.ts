import type { ConversionQuoted } from '@truemark/core/convert/convert'
import { formatDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { usdt } from '@truemark/core/money/units'
import type { Catalogue } from '../engine/door.ts'

/** Decimals of an exchange rate: enough for the cheapest coin against the dearest. */
const exchangeRateScale = 12

/** The two sides of an exchange, in smallest units; the fee is of the target. */
export interface Amounts {
  readonly source: number
  readonly target: number
  readonly sourceAmount: bigint
  readonly targetAmount: bigint
  readonly fee: bigint
}

/** The target per unit of the source before the fee, rounded half-even: shown only, no amount is reckoned from it. */
export function exchangeRate(catalogue: Catalogue, amounts: Amounts): string {
  const source = 10n ** BigInt(catalogue.currency(amounts.source).scale)
  const target = 10n ** BigInt(catalogue.currency(amounts.target).scale)
  const gross = (amounts.targetAmount + amounts.fee) * source * 10n ** BigInt(exchangeRateScale)
  return formatDecimal(divide(gross, amounts.sourceAmount * target, 'half-even'), exchangeRateScale)
}

/** The target per unit of the source at the two indexes alone, rounded half-even. */
export function indexRate(
  catalogue: Catalogue,
  quoted: Pick<ConversionQuoted, 'source' | 'target' | 'sourceIndex' | 'targetIndex'>,
): string {
  const priceOf = (currency: number, tenths: number): { price: bigint; scale: bigint } => {
    const listing = catalogue.listings.find(({ base, quote }) => base === currency && quote === usdt)
    if (currency === usdt || listing === undefined) return { price: 1n, scale: 1n }
    return { price: BigInt(tenths), scale: 10n ** BigInt(listing.priceDecimals + 1) }
  }
  const source = priceOf(quoted.source, quoted.sourceIndex)
  const target = priceOf(quoted.target, quoted.targetIndex)
  const numerator = source.price * target.scale * 10n ** BigInt(exchangeRateScale)
  return formatDecimal(divide(numerator, source.scale * target.price, 'half-even'), exchangeRateScale)
}
