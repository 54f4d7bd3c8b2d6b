export type Rounding = 'down' | 'up' | 'half-even'

/**
 * a × b / d as an integer, rounded as named: `down` toward minus infinity, `up` toward plus infinity.
 * Throws where d is not positive.
 */
export function mulDiv(a: bigint, b: bigint, d: bigint, rounding: Rounding): bigint {
  return divide(a * b, d, rounding)
}

/** n / d as an integer, rounded as named; d must be positive. */
export function divide(n: bigint, d: bigint, rounding: Rounding): bigint {
  if (d <= 0n) throw new RangeError('division by a number that is not positive')
  const quotient = n / d
  const remainder = n % d
  if (remainder === 0n) return quotient
  const floor = remainder < 0n ? quotient - 1n : quotient
  if (rounding === 'down') return floor
  if (rounding === 'up') return floor + 1n
  const twice = 2n * (n - floor * d)
  if (twice === d) return floor % 2n === 0n ? floor : floor + 1n
  return twice > d ? floor + 1n : floor
}
