import { describe, expect, it } from 'vitest'
import { compareFigures } from './compare.ts'
import { separatorsOf } from './separators.ts'
import { formatFigure, signOf } from './format.ts'
import { relativeHeights } from './heights.ts'

describe('formatFigure', () => {
  it.each([
    ['0', 'en', '0.00'],
    ['1234567.1', 'en', '1,234,567.10'],
    ['0.00000073', 'en', '0.00000073'],
    ['0.1234567899', 'en', '0.123456789'],
    ['-1234.5', 'en', '−1,234.50'],
    ['-0.0000000001', 'en', '0.00'],
    ['9007199254740993.000001', 'en', '9,007,199,254,740,993.000001'],
    ['1234.5', 'fr', '1\u00A0234,50'],
    ['1234.5', 'es', '1.234,50'],
    ['1234.5', 'vi', '1.234,50'],
    ['1234.5', 'ja', '1,234.50'],
    ['1234.5', 'th', '1,234.50'],
    ['1e3', 'en', '--'],
    ['', 'en', '--'],
  ])('%s for %s is %s', (text, locale, shown) => {
    expect(formatFigure(text, locale)).toBe(shown)
  })

  it('keeps a listing’s decimals and a sign when asked', () => {
    expect(formatFigure('60000.1', 'en', { decimalsMin: 2, decimalsMax: 2 })).toBe('60,000.10')
    expect(formatFigure('5', 'en', { signed: true })).toBe('+5.00')
    expect(formatFigure('0', 'en', { signed: true })).toBe('0.00')
  })
})

it('signOf tells a fall from nothing', () => {
  expect([signOf('-0.1'), signOf('0.00'), signOf('2')]).toEqual([-1, 0, 1])
})

it.each([
  ['1.10', '1.1', 0],
  ['10', '9.99', 1],
  ['-2', '-1.5', -1],
  ['x', '1', null],
] as const)('compareFigures(%s, %s) is %s', (a, b, order) => {
  expect(compareFigures(a, b)).toBe(order)
})

it('relativeHeights places values between the lowest and the highest', () => {
  expect(relativeHeights(['1', '1.5', '2'])).toEqual([0, 500, 1000])
  expect(relativeHeights(['-1', 'x', '1.00'])).toEqual([0, 1000])
  expect(relativeHeights(['3', '3.0'])).toEqual([500, 500])
  expect(relativeHeights([])).toEqual([])
})

describe('separatorsOf', () => {
  it.each([
    ['en', '%'],
    ['ja', '%'],
    ['fr', '\u00A0%'],
    ['es', '\u00A0%'],
  ])('writes a percentage as %s does', (locale, percent) => {
    expect(separatorsOf(locale).percent).toBe(percent)
  })
})
