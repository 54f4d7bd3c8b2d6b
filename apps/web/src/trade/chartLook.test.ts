import { expect, test } from 'vitest'
import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { chartFigure, chartMoment, withAlpha } from './chartLook.ts'

test.each([
  ['67012.60', 'en', '67,012.60'],
  ['67012.60', 'fr', '67 012,60'],
  ['-0.5', 'en', '−0.5'],
  ['1.2K', 'en', '1.2K'],
])('%s in %s is drawn as %s', (value, locale, drawn) => {
  expect(chartFigure(locale)(value).replace(/\s/g, ' ')).toBe(drawn)
})

test.each([
  ['HH:mm', true, '09:04 午後'],
  ['MM-DD HH:mm', true, '02-03 09:04 午後'],
  ['YYYY-MM-DD HH:mm', true, '2026-02-03 09:04 午後'],
  ['YYYY-MM-DD HH:mm', false, '2026-02-03 21:04'],
  ['YYYY-MM', true, '2026-02'],
])('a moment by %s, on a clock of twelve hours: %s, is drawn as %s', (template, hour12, drawn) => {
  const write = (millis: number, part: 'day' | 'time') => formatDateTime(millis, 'Asia/Tokyo', hour12, part, 'ja')
  expect(chartMoment(Date.UTC(2026, 1, 3, 12, 4, 59), template, write)).toBe(drawn)
})

test('an alpha joins a hexadecimal colour and leaves others alone', () => {
  expect(withAlpha('#ff0000', 0.5)).toBe('#ff000080')
  expect(withAlpha('red', 0.5)).toBe('red')
})
