import { expect, it } from 'vitest'
import { dayStart } from './dayStart.ts'

it.each([
  ['2026-03-01', 'UTC', Date.UTC(2026, 2, 1)],
  ['2026-03-01', 'Asia/Tokyo', Date.UTC(2026, 1, 28, 15)],
  ['2026-03-01', 'America/New_York', Date.UTC(2026, 2, 1, 5)],
  // The clock goes forward at 02:00 and back at 03:00: before that the old offset holds.
  ['2026-03-29', 'Europe/Berlin', Date.UTC(2026, 2, 28, 23)],
  ['2026-03-30', 'Europe/Berlin', Date.UTC(2026, 2, 29, 22)],
  ['2026-10-25', 'Europe/Berlin', Date.UTC(2026, 9, 24, 22)],
  ['2026-10-26', 'Europe/Berlin', Date.UTC(2026, 9, 25, 23)],
  ['2026-04-05', 'Australia/Sydney', Date.UTC(2026, 3, 4, 13)],
  ['2026-10-04', 'Australia/Sydney', Date.UTC(2026, 9, 3, 14)],
  // It goes forward at midnight, so that the day begins at 01:00.
  ['2026-04-24', 'Africa/Cairo', Date.UTC(2026, 3, 23, 22)],
  ['2026-09-06', 'America/Santiago', Date.UTC(2026, 8, 6, 4)],
  ['2028-02-29', 'Asia/Kolkata', Date.UTC(2028, 1, 28, 18, 30)],
  ['2026-03-01', 'Pacific/Kiritimati', Date.UTC(2026, 1, 28, 10)],
  ['2026-03-01', 'Etc/GMT+12', Date.UTC(2026, 2, 1, 12)],
  ['2026-03-01', 'Asia/Kathmandu', Date.UTC(2026, 1, 28, 18, 15)],
  // set by half an hour
  ['2026-10-05', 'Australia/Lord_Howe', Date.UTC(2026, 9, 4, 13)],
  // the day that was left out: the one after it
  ['2011-12-30', 'Pacific/Apia', Date.UTC(2011, 11, 30, 10)],
])('%s begins in %s', (day, timezone, moment) => {
  expect(dayStart(day, timezone)).toBe(moment)
})

it('counts on the calendar over a day of 23 hours', () => {
  expect(dayStart('2026-03-29', 'Europe/Berlin', 1) - dayStart('2026-03-29', 'Europe/Berlin')).toBe(23 * 3_600_000)
})

it('is none for what is no day', () => {
  expect(dayStart('2026-0', 'Asia/Tokyo')).toBeNaN()
  expect(dayStart('', 'UTC')).toBeNaN()
  for (const day of ['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-1-1', '2026-00-10', '0001-01-01']) {
    expect([day, dayStart(day, 'Asia/Tokyo')]).toEqual([day, Number.NaN])
  }
})
