declare const brand: unique symbol
type Branded<T, B extends string> = T & { readonly [brand]: B }

/** A price in ticks of its listing: a safe integer. */
export type Ticks = Branded<number, 'Ticks'>
/** A quantity in steps of its listing: a safe integer. */
export type Steps = Branded<number, 'Steps'>
/** An amount in the smallest units of one currency. */
export type Units = bigint

/**
 * No amount, quantity, price or number of lots passes this many smallest units, at the wire or in a command: whatever it
 * is multiplied with or added to then still fits the 64 bits of an account and of a table's column.
 */
export const amountMax: Units = 2n ** 56n

/** No amount of an operator's terms passes this: times a rate and as many orders as there are, it still fits. */
export const termsAmountMax: Units = 2n ** 52n

/** The currency that everything is settled in, USDT: its number, and the decimals of its smallest unit. */
export const usdt = 0
export const usdtScale = 6

/** A rate is an integer at 10⁻⁹: 0.1 % is 1 000 000. */
export const rateScale = 9
/** The rate that is one, for reckoning in numbers and in bigints. */
export const rateOne = 1_000_000_000
export const rateOneBig = 1_000_000_000n

export const hourMs = 3_600_000
export const dayMs = 86_400_000

function safe(value: number, what: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} is not a safe integer: ${value}`)
  return value
}

/** Brands a safe integer as a price in ticks; throws where it is none. */
export function ticks(value: number): Ticks {
  return safe(value, 'price') as Ticks
}

/** Brands a safe integer as a quantity in steps; throws where it is none. */
export function steps(value: number): Steps {
  return safe(value, 'quantity') as Steps
}
