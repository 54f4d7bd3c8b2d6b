import type { Side } from './book.ts'
import type { Listing } from './listing.ts'

const rateOne = 1_000_000_000n

/** The worst price in ticks that a market order may take: the collar around the index, rounded inward. */
export function collarPrice(listing: Pick<Listing, 'collarRate'>, indexTenths: number, side: Side): number {
  return side === 'buy'
    ? highest(indexTenths, BigInt(listing.collarRate))
    : lowest(indexTenths, BigInt(listing.collarRate))
}

/** The lowest and highest whole prices in ticks that lie within a rate (at 10⁻⁹) of an index in tenths of a tick. */
export function pricesWithin(indexTenths: number, rate: number): { lowest: number; highest: number } {
  return { lowest: lowest(indexTenths, BigInt(rate)), highest: highest(indexTenths, BigInt(rate)) }
}

function highest(indexTenths: number, rate: bigint): number {
  return Number((BigInt(indexTenths) * (rateOne + rate)) / (10n * rateOne))
}

function lowest(indexTenths: number, rate: bigint): number {
  return Number((BigInt(indexTenths) * (rateOne - rate) + 10n * rateOne - 1n) / (10n * rateOne))
}
