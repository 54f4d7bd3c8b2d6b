import { rateOne, rateOneBig } from '../money/units.ts'
import type { Side } from './book.ts'
import type { Listing } from './listing.ts'

// up to here a tenth of a number in floating point rounds to no whole number that it is not
const indexTenthsPlain = 2 ** 48

/** The worst price in ticks that a market order may take: the collar around the index, rounded inward. */
export function collarPrice({ collarRate }: Pick<Listing, 'collarRate'>, indexTenths: number, side: Side): number {
  const product = indexTenths * collarRate
  if (product > Number.MAX_SAFE_INTEGER || indexTenths > indexTenthsPlain)
    return collarPriceLarge(BigInt(collarRate), BigInt(indexTenths), side)
  // the parts of a tenth are less than one, so that they change nothing but which way a whole number lies
  const away = Math.floor(product / rateOne)
  return side === 'buy' ? Math.floor((indexTenths + away) / 10) : Math.ceil((indexTenths - away) / 10)
}

function collarPriceLarge(collar: bigint, index: bigint, side: Side): number {
  if (side === 'buy') return Number((index * (rateOneBig + collar)) / (10n * rateOneBig))
  return Number((index * (rateOneBig - collar) + 10n * rateOneBig - 1n) / (10n * rateOneBig))
}

/** The lowest and highest whole prices in ticks that lie within a rate (at 10⁻⁹) of an index in tenths of a tick. */
export function pricesWithin(indexTenths: number, rate: number): { lowest: number; highest: number } {
  const listing = { collarRate: rate }
  return { lowest: collarPrice(listing, indexTenths, 'sell'), highest: collarPrice(listing, indexTenths, 'buy') }
}
