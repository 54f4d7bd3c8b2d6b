import type { Listing } from '../book/listing.ts'
import { rateOne } from '../money/units.ts'

// Amounts of spot are safe integers: `makeListing` and `notionalMax` bound every product to 2⁵³. A bigint costs ten
// times as much, so these are the same formulas in numbers, and tests hold them against bigints.

/** The fee on an amount that is received, in the same units, rounded up: fee = ⌈amount × rate⌉. `feeRate` below 10⁸. */
export function feeOn(amount: number, feeRate: number): number {
  // amount × rate = whole × 10⁹ × rate + rest × rate; only the second part is divided
  const whole = Math.floor(amount / rateOne)
  const rest = amount - whole * rateOne
  const product = rest * feeRate
  if (product > Number.MAX_SAFE_INTEGER) return feeOnLarge(amount, feeRate)
  // a quotient below 2²³ lies further from a whole number than its rounding
  return whole * feeRate + Math.ceil(product / rateOne)
}

function feeOnLarge(amount: number, feeRate: number): number {
  const one = BigInt(rateOne)
  return Number((BigInt(amount) * BigInt(feeRate) + one - 1n) / one)
}

/** What steps of a listing are in smallest units of its base currency; exact. */
export function baseUnits(listing: Pick<Listing, 'basePerStep'>, quantity: number): number {
  return quantity * listing.basePerStep
}

/** What steps cost at a price in ticks, in smallest units of the quote currency; exact up to 2⁵³. */
export function quoteUnits(listing: Pick<Listing, 'quotePerTickStep'>, price: number, quantity: number): number {
  return price * quantity * listing.quotePerTickStep
}

/** What an order that rests must hold: the whole cost of a buy in quote units, the base units of a sell. */
export function worstNeed(
  listing: Pick<Listing, 'basePerStep' | 'quotePerTickStep'>,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
): number {
  return side === 'buy' ? quoteUnits(listing, price, quantity) : baseUnits(listing, quantity)
}
