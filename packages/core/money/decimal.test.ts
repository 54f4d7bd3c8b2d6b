import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimalLengthMax,
  formatDecimal,
  formatFixed,
  parseAmount,
  parseDecimal,
  parseSignedDecimal,
} from './decimal.ts'
import { amountMax } from './units.ts'

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

  it('is formatDecimal’s text without a last zero or dot', () => {
    const figures = fc.oneof(fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }), fc.maxSafeInteger(), fc.constant(-0))
    const tens = fc.nat(12).map((power) => 10n ** BigInt(power))
    const units = fc.oneof(
      figures,
      fc.tuple(fc.bigInt(-999n, 999n), tens).map(([few, ten]) => few * ten),
    )
    fc.assert(
      fc.property(units, fc.nat(12), (some, scale) => {
        const naive = formatFixed(some, scale)
          .replace(/(\.[0-9]*?)0+$/, '$1')
          .replace(/\.$/, '')
        expect(formatDecimal(some, scale)).toBe(naive)
      }),
      { numRuns: 1_000 },
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

describe('at their bounds', () => {
  it('whole numbers are read at their scale, and texts up to the longest', () => {
    expect([parseDecimal('1000', 6), parseDecimal('7', 0), parseDecimal('12', 1)]).toEqual([1_000_000_000n, 7n, 120n])
    expect(decimalLengthMax).toBe(40)
    expect(parseDecimal('9'.repeat(40), 0)).toBe(10n ** 40n - 1n)
    expect(parseDecimal('9'.repeat(41), 0)).toBeNull()
    expect(parseDecimal(`1.${'0'.repeat(38)}`, 38)).toBe(10n ** 38n)
  })

  it('an amount is at most what a command may name', () => {
    expect(parseAmount(amountMax.toString(), 0)).toBe(amountMax)
    expect(parseAmount((amountMax + 1n).toString(), 0)).toBeNull()
    expect([parseAmount('0', 6), parseAmount('-1', 6), parseAmount('1.5', 1)]).toEqual([0n, null, 15n])
  })

  it('a signed text without a minus is read as any', () => {
    expect([parseSignedDecimal('1.5', 6), parseSignedDecimal(15, 6), parseSignedDecimal('-1', 0)]).toEqual([
      1_500_000n,
      null,
      -1n,
    ])
  })

  it('numbers are written as bigints are, and no fraction is', () => {
    for (const value of [0, 1, -1, 1_500_000, -25, Number.MAX_SAFE_INTEGER]) {
      for (const scale of [0, 1, 6]) expect(formatFixed(value, scale)).toBe(formatFixed(BigInt(value), scale))
    }
    expect([formatFixed(-0, 2), formatFixed(5n, 2), formatFixed(-5n, 0)]).toEqual(['0.00', '0.05', '-5'])
    expect(() => formatFixed(0.5, 2)).toThrow(RangeError)
  })
})
