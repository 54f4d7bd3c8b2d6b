import { parseDecimal } from '@truemark/core/money/decimal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortUnits } from './parse.ts'

it('reads short decimals as parseDecimal does, and leaves all else to it', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'00123456789..,+- e'), maxLength: 18 })
  const decimals = fc.tuple(fc.nat(), fc.nat({ max: 9_999_999 })).map(([whole, part]) => `${whole}.${part}`)
  fc.assert(
    fc.property(fc.oneof(digits, decimals), fc.nat({ max: 9 }), (text, scale) => {
      const quick = shortUnits(text, scale)
      if (quick >= 0) expect(BigInt(quick)).toBe(parseDecimal(text, scale))
    }),
    { numRuns: 5_000 },
  )
})

it('reads what people order', () => {
  expect(shortUnits('60000.1', 1)).toBe(600_001)
  expect(shortUnits('0.001', 5)).toBe(100)
  expect(shortUnits('0', 2)).toBe(0)
  for (const text of [
    '',
    '.',
    '1.',
    '.5',
    '01',
    '00',
    '1.234',
    '1e3',
    '-1',
    '1,5',
    '1.2.3',
    ' 1',
    '9999999999999999',
  ]) {
    expect(shortUnits(text, 2), text).toBe(-1)
  }
})
