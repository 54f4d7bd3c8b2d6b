import { expect, test } from 'vitest'
import { changePercent } from './changePercent.ts'

test.each([
  ['110', '100', '10.00'],
  ['99.99', '100', '-0.01'],
  ['100', '100', '0.00'],
  ['0.00001', '0.00003', '-66.67'],
  ['100.005', '100', '0.00'],
  ['100.015', '100', '0.02'],
  ['5', '0', null],
  [undefined, '1', null],
])('from %s against %s is %s', (price, before, change) => {
  expect(changePercent(price, before)).toBe(change)
})
