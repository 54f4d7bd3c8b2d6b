import type { Venue } from '../book/venue.ts'
import type { ListingId } from '../book/listing.ts'
import { tradeAgeMaxMs } from '../book/mark.ts'
import { divide } from '../money/round.ts'
import type { PositionSide } from '../margin/position.ts'
import type { Side } from '../book/book.ts'
import { rateOneBig } from '../money/units.ts'
import { finePriceDecimals } from './view.ts'
import type { Derivative } from './terms.ts'

/** What lots come to at a price in ticks, in units of USDT; exact. */
export function quoteAt(derivative: Pick<Derivative, 'quotePerTickLot'>, price: number, lots: number): bigint {
  const units = price * lots * derivative.quotePerTickLot
  if (units <= Number.MAX_SAFE_INTEGER) return BigInt(units)
  return BigInt(price) * BigInt(lots) * BigInt(derivative.quotePerTickLot)
}

/** What lots are worth at a mark in tenths of a tick, in units of USDT; exact. */
export function worthOf(derivative: Pick<Derivative, 'quotePerTenthLot'>, lots: number, markTenths: number): bigint {
  const units = lots * markTenths * derivative.quotePerTenthLot
  if (units <= Number.MAX_SAFE_INTEGER) return BigInt(units)
  return BigInt(lots) * BigInt(markTenths) * BigInt(derivative.quotePerTenthLot)
}

/** n / d rounded up, for n that is not negative. */
export function ceil(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d
}

/** What a scaled fee (rate at 10⁻⁹ × units) is in units, rounded up. */
export function feeOf(scaled: bigint): bigint {
  return ceil(scaled, rateOneBig)
}

/** The side of the position that an order of a side opens, and of the order that closes a position. */
export function opens(side: Side): PositionSide {
  return side === 'buy' ? 'long' : 'short'
}

export function closes(side: PositionSide): Side {
  return side === 'long' ? 'sell' : 'buy'
}

/** The last mark of a listing in tenths of a tick, however old: after a restart the last sample; 0 where none was heard. */
export function lastMark(venue: Venue, listing: ListingId): number {
  return venue.marks.of(listing).indexTenths || venue.lastSamples[listing]
}

/** Whether a listing's mark is young enough to decide by. */
export function markFresh(venue: Venue, listing: ListingId, now: number): boolean {
  const { indexTenths, time } = venue.marks.of(listing)
  return indexTenths > 0 && now - time <= tradeAgeMaxMs
}

const fine = 10n ** BigInt(finePriceDecimals)

/** The average price of lots that cost `cost`, at 10⁻⁴ of a tick, half-even; 0 for none. */
export function averageFine(derivative: Pick<Derivative, 'quotePerTickLot'>, lots: number, cost: bigint): number {
  if (lots === 0) return 0
  return Number(divide(cost * fine, BigInt(lots) * BigInt(derivative.quotePerTickLot), 'half-even'))
}
