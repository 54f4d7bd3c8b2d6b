import { notionalMax } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { Catalogue } from '../engine/door.ts'

/** The figures that a refusal's text names; null where it names none. */
export function figuresOf(
  { catalogue }: { readonly catalogue: Catalogue },
  reason: string,
  symbol: string,
): Record<string, string> | null {
  const listing = catalogue.byCode(symbol)
  if (listing === undefined) return null
  if (reason === 'price_off_tick') return { tick: formatDecimal(1, listing.priceDecimals) }
  if (reason === 'quantity_off_step') return { step: formatDecimal(1, listing.quantityDecimals) }
  if (reason === 'quantity_out_of_range') {
    return {
      min: formatDecimal(1, listing.quantityDecimals),
      max: formatDecimal(listing.quantityMax, listing.quantityDecimals),
    }
  }
  const scale = catalogue.currency(listing.quote).scale
  if (reason === 'notional_too_small') return { min: formatDecimal(listing.notionalMinExclusive, scale) }
  return reason === 'notional_too_large' ? { max: formatDecimal(notionalMax, scale) } : null
}
