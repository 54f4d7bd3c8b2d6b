import { expect, test } from 'vitest'
import { chartFigure, withAlpha } from './chartLook.ts'

test.each([
  ['67012.60', 'en', '67,012.60'],
  ['67012.60', 'fr', '67 012,60'],
  ['-0.5', 'en', '−0.5'],
  ['1.2K', 'en', '1.2K'],
])('%s in %s is drawn as %s', (value, locale, drawn) => {
  expect(chartFigure(locale)(value).replace(/\s/g, ' ')).toBe(drawn)
})

test('an alpha joins a hexadecimal colour and leaves others alone', () => {
  expect(withAlpha('#ff0000', 0.5)).toBe('#ff000080')
  expect(withAlpha('red', 0.5)).toBe('red')
})
