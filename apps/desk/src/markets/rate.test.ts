import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal } from '@truemark/core/money/decimal'
import { percentOf, shareOf } from './rate.ts'

it.each([
  ['0.001', '0.1'],
  ['0', '0'],
  ['1', '100'],
  ['0.000000001', '0.0000001'],
])('%s is %s %%', (share, percent) => {
  expect(percentOf(share)).toBe(percent)
  expect(shareOf(percent)).toBe(share)
})

it('gives nothing for what is no number or too fine', () => {
  expect(percentOf('1e3')).toBe('')
  expect(percentOf('0.0000000001')).toBe('')
  for (const typed of ['', '-1', '0,1', '0.00000001']) expect(shareOf(typed)).toBeNull()
})

it('goes there and back without loss', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 9n), (units) => {
      const share = formatDecimal(units, 9)
      expect(shareOf(percentOf(share))).toBe(share)
    }),
  )
})
