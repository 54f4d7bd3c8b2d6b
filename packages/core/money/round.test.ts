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
    expect(() => divide(1n, 0n, 'down')).toThrow(RangeError)
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
