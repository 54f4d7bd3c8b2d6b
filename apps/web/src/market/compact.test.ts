import { expect, test } from 'vitest'
import { compactFigure } from './compact.ts'

test.each([
  ['999.999', 'en', '999.99'],
  ['1250000000.5', 'en', '1.25B'],
  ['1999999', 'en', '1.99M'],
  ['12345', 'ja', '1.23万'],
  ['0', 'en', '0.00'],
])('%s in %s is %s', (text, locale, shown) => {
  expect(compactFigure(text, locale)).toBe(shown)
})
