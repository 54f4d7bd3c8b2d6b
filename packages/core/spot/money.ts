import type { Listing } from '../book/listing.ts'
import { divide } from '../money/round.ts'

const rateOne = 1_000_000_000n

/** The fee on an amount that is received, in the same units, rounded up: fee = ⌈amount × rate⌉. */
export function feeOn(amount: bigint, feeRate: number): bigint {
  const rate = BigInt(feeRate)
  // one division where the amount is not negative, which it is not
  return amount >= 0n ? (amount * rate + rateOne - 1n) / rateOne : divide(amount * rate, rateOne, 'up')
}

/** What steps of a listing are in smallest units of its base currency; exact. */
export function baseUnits(listing: Pick<Listing, 'basePerStep'>, quantity: number): bigint {
  return BigInt(quantity * listing.basePerStep)
}

/** What steps cost at a price in ticks, in smallest units of the quote currency; exact. */
export function quoteUnits(listing: Pick<Listing, 'quotePerTickStep'>, price: number, quantity: number): bigint {
  const units = price * quantity * listing.quotePerTickStep
  // three multiplications of bigints cost ten times one of safe integers
  if (units <= Number.MAX_SAFE_INTEGER) return BigInt(units)
  return BigInt(price) * BigInt(quantity) * BigInt(listing.quotePerTickStep)
}

/** What an order that rests must hold: the whole cost of a buy in quote units, the base units of a sell. */
export function worstNeed(
  listing: Pick<Listing, 'basePerStep' | 'quotePerTickStep'>,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
): bigint {
  return side === 'buy' ? quoteUnits(listing, price, quantity) : baseUnits(listing, quantity)
}
