import { formatDecimal } from '@truemark/core/money/decimal'
import type { DerivativePorts } from './ports.ts'

/** The figures that a refusal's text names beyond those that the engine gives; undefined for none. */
export function figuresOf(
  { catalogue }: Pick<DerivativePorts, 'catalogue'>,
  reason: string,
  symbol: string | undefined,
): Record<string, string> | undefined {
  const listing = symbol === undefined ? undefined : catalogue.byCode(symbol)
  if (listing === undefined) return undefined
  return reason === 'price_off_tick' ? { tick: formatDecimal(1, listing.priceDecimals) } : undefined
}
