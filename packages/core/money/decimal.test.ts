import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, formatFixed, parseDecimal, parseSignedDecimal } from './decimal.ts'

describe('parseDecimal', () => {
  it('reads canonical texts to the unit', () => {
    expect(parseDecimal('0.5', 6)).toBe(500_000n)
    expect(parseDecimal('0', 6)).toBe(0n)
    expect(parseDecimal('92233720368.54775807', 8)).toBe(9_223_372_036_854_775_807n)
    expect(parseDecimal('11550.00942', 8)).toBe(1_155_000_942_000n)
  })

  it.each([
    '1e3',
    '1E-8',
    '0x10',
    '1_000',
    '1,000',
    '1.000,5',
    ' 1',
    '1 ',
    '+1',
    '-0',
    '-0.0',
    '-1',
    'NaN',
    'Infinity',
    '١٢',
    '１',
    '1.',
    '.5',
    '',
    '01',
    '00',
    '1..2',
    '0.0000001',
    null,
    undefined,
    true,
    1,
    0.1,
    [1],
    { $gt: 0 },
    '9'.repeat(10_000),
  ])('refuses %j', (wrong) => {
    expect(parseDecimal(wrong, 6)).toBeNull()
  })

  it('is undone by formatDecimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 90n }), fc.nat(12), (units, scale) => {
        expect(parseDecimal(formatDecimal(units, scale), scale)).toBe(units)
        expect(parseDecimal(formatFixed(units, scale), scale)).toBe(units)
      }),
    )
  })

  it('takes a minus only where it is asked to, and never a minus nothing', () => {
    expect(parseSignedDecimal('-1.5', 6)).toBe(-1_500_000n)
    expect(parseSignedDecimal('-0', 6)).toBeNull()
    expect(parseSignedDecimal('--1', 6)).toBeNull()
    expect(formatDecimal(-1_500_000n, 6)).toBe('-1.5')
    expect(formatDecimal(-1n, 8)).toBe('-0.00000001')
  })
})
