import { expect, it } from 'vitest'
import { formatDateTime, formatUtcDay } from './dateTime.ts'

it('writes year-month-day hour:minute:second in the app’s time zone', () => {
  const noon = Date.UTC(2026, 1, 3, 12, 4, 5)
  expect(formatDateTime(noon, 'UTC')).toBe('2026-02-03 12:04:05')
  expect(formatDateTime(noon, 'Asia/Tokyo')).toBe('2026-02-03 21:04:05')
  expect(formatDateTime(noon, 'Asia/Tokyo', true)).toBe('2026-02-03 09:04:05 PM')
  expect(formatDateTime(noon, 'Asia/Tokyo', true, 'time', 'ja')).toBe('09:04:05 午後')
  expect(formatDateTime(noon, 'America/New_York', true, 'both', 'es')).toMatch(/^2026-02-03 07:04:05 a\.\sm\.$/)
  expect(formatDateTime(noon, 'UTC', false, 'day')).toBe('2026-02-03')
  expect(formatDateTime(noon, 'UTC', false, 'time')).toBe('12:04:05')
})

it('writes a day of UTC as that day, west of UTC too, where its midnight is still the day before', () => {
  const day = Date.UTC(2026, 1, 3)
  expect(formatDateTime(day, 'America/New_York', false, 'day')).toBe('2026-02-02')
  expect(formatUtcDay(day)).toBe('2026-02-03')
})

it('writes midnight as 00 and an unknown time zone as UTC', () => {
  expect(formatDateTime(Date.UTC(2026, 0, 1), 'Nowhere/Land')).toBe('2026-01-01 00:00:00')
})

it.each([Number.NaN, Number.POSITIVE_INFINITY, 8_640_000_000_000_001])(
  '%d is no moment and shows nothing',
  (millis) => {
    expect(formatDateTime(millis, 'UTC')).toBe('')
  },
)
