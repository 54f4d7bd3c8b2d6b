import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide, mulDiv } from './round.ts'

describe('divide', () => {
  it('rounds as named', () => {
    expect(divide(7n, 2n, 'down')).toBe(3n)
    expect(divide(7n, 2n, 'up')).toBe(4n)
    expect(divide(7n, 2n, 'half-even')).toBe(4n)
    expect(divide(5n, 2n, 'half-even')).toBe(2n)
    expect(divide(-7n, 2n, 'down')).toBe(-4n)
    expect(divide(-7n, 2n, 'up')).toBe(-3n)
    expect(divide(-5n, 2n, 'half-even')).toBe(-2n)
    expect(divide(1n, 3n, 'half-even')).toBe(0n)
    expect(divide(-2n, 3n, 'half-even')).toBe(-1n)
    for (const d of [0n, -1n, -2n]) {
      for (const rounding of ['down', 'up', 'half-even'] as const) {
        // a divisor that is refused by name, not by what BigInt says of 0
        expect(() => divide(1n, d, rounding)).toThrow('division by a number that is not positive')
      }
    }
  })

  it('stays within one unit of the exact quotient, on the side that is named', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (n, d) => {
        const down = divide(n, d, 'down')
        const up = divide(n, d, 'up')
        const near = divide(n, d, 'half-even')
        expect(down * d <= n && n < (down + 1n) * d).toBe(true)
        expect(up * d >= n && n > (up - 1n) * d).toBe(true)
        const off = 2n * (near * d - n)
        expect(off <= d && off >= -d).toBe(true)
      }),
    )
  })

  it('multiplies before it divides', () => {
    expect(mulDiv(10n, 10n, 3n, 'down')).toBe(33n)
  })
})
