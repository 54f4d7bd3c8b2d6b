import type { Listing } from '../book/listing.ts'
import { rateOne } from '../money/units.ts'

// Amounts of spot are safe integers: `makeListing` and `notionalMax` bound every product to 2⁵³. A bigint costs ten
// times as much, so these are the same formulas in numbers, and tests hold them against bigints.

// An order's fees are rounded up once, over all its fills: what a fill's rounding took beyond the exact share, its
// excess at 10⁻⁹ of a unit, is taken off the next fill. So no order pays for being filled in many small parts.

/**
 * The fee of one more fill on an amount that is received, in the same units: fee = ⌈amount × rate − excess⌉, never below
 * zero. `feeRate` below 10⁸, `excess` below 10⁹.
 */
export function feeOn(amount: number, feeRate: number, excess: number): number {
  // amount × rate = whole × 10⁹ × rate + rest × rate; only the second part is divided
  const whole = Math.floor(amount / rateOne)
  const rest = amount - whole * rateOne
  const product = rest * feeRate
  if (product > Number.MAX_SAFE_INTEGER) return Number(feeOnLarge(amount, feeRate, excess))
  // a quotient below 2²³ lies further from a whole number than its rounding; a negative one gives -0, hence the sum
  return whole * feeRate + Math.ceil((product - excess) / rateOne)
}

/** What a fill's fee, `feeOn` the same amount, rate and excess, leaves as the excess of its order. */
export function feeExcessAfter(amount: number, feeRate: number, excess: number, fee: number): number {
  const whole = Math.floor(amount / rateOne)
  const product = (amount - whole * rateOne) * feeRate
  const over = fee - whole * feeRate
  // what was paid bounds what was due: a unit less than the bound leaves the product exact
  const after =
    over > feeExactMax
      ? Number(BigInt(excess) + BigInt(fee) * BigInt(rateOne) - BigInt(amount) * BigInt(feeRate))
      : over * rateOne - product + excess
  // older journals rounded each fill: beyond a unit nothing is given back
  return Math.min(after, rateOne - 1)
}

const feeExactMax = Math.floor(Number.MAX_SAFE_INTEGER / rateOne) - 1

function feeOnLarge(amount: number, feeRate: number, excess: number): bigint {
  const one = BigInt(rateOne)
  return (BigInt(amount) * BigInt(feeRate) - BigInt(excess) + one - 1n) / one
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
