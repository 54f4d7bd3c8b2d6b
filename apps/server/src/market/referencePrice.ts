import { divide } from '@truemark/core/money/round'
import { priceScale, volumeScale } from './candles.ts'
import type { DollarRate, E12 } from '@truemark/core/market/indexPrice'

const finer = 10n ** BigInt(12 - priceScale)

/**
 * A source's price as one of the reference market (10⁻⁸ USDT), half-even. A price in USD is divided by the mid of the
 * USDT/USD rate; without a rate, and where nothing that can be a price is left, null.
 */
export function referencePrice(price: E12, quote: 'USDT' | 'USD', rate: DollarRate | null): number | null {
  if (quote === 'USD' && rate === null) return null
  const value =
    quote === 'USD' && rate !== null
      ? divide(price * 2n * 10n ** 12n, (rate.bid + rate.ask) * finer, 'half-even')
      : divide(price, finer, 'half-even')
  const safe = Number(value)
  return value > 0n && Number.isSafeInteger(safe) ? safe : null
}

/** A source's quantity at 10⁻⁸, rounded down. */
export function referenceQuantity(quantity: E12): bigint {
  return quantity / 10n ** BigInt(12 - volumeScale)
}
