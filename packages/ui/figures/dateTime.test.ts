import { expect, it } from 'vitest'
import { formatDateTime, formatDeadline, formatUtcDay } from './dateTime.ts'

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

it.each([
  ['UTC', '2026-07-03 12:04:05\u00a0UTC'],
  ['Asia/Bangkok', '2026-07-03 19:04:05\u00a0UTC+7'],
  ['Asia/Kolkata', '2026-07-03 17:34:05\u00a0UTC+5:30'],
  ['America/St_Johns', '2026-07-03 09:34:05\u00a0UTC−2:30'],
  ['Europe/Paris', '2026-07-03 14:04:05\u00a0UTC+2'],
  ['Nowhere/Land', '2026-07-03 12:04:05\u00a0UTC'],
])('names the zone of a deadline in %s', (zone, text) => {
  expect(formatDeadline(Date.UTC(2026, 6, 3, 12, 4, 5), zone)).toBe(text)
})

it('names the zone of a deadline as its clocks stand on that day, after the half of the day, and for none', () => {
  const winter = Date.UTC(2026, 0, 3, 12, 4, 5)
  expect(formatDeadline(winter, 'Europe/Paris')).toBe('2026-01-03 13:04:05\u00a0UTC+1')
  expect(formatDeadline(winter, 'Asia/Tokyo', true, 'time')).toBe('09:04:05 PM\u00a0UTC+9')
  expect(formatDeadline(Number.NaN, 'UTC')).toBe('')
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
