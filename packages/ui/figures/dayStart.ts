import { dayMs } from '@truemark/core/money/units'
import { formatDateTime, offsetAt } from './dateTime.ts'

/**
 * The moment (UTC milliseconds) at which a day (as 2026-03-01) begins in a time zone; NaN for what is no day. `days`
 * later ones are counted on the calendar, so that a day of 23 or 25 hours is whole.
 */
export function dayStart(wanted: string, timezone: string, days = 0): number {
  const first = Date.parse(`${wanted}T00:00:00Z`)
  // 30 February is not 2 March, as a parser takes it
  if (formatDateTime(first, 'UTC', false, 'day') !== wanted) return Number.NaN
  const midnight = first + days * dayMs
  const near = midnight - offsetAt(midnight, timezone)
  // the clock may have been set between the guess and the day's own midnight
  const start = midnight - offsetAt(near, timezone)
  const isOfDay = formatDateTime(start, timezone, false, 'day') === formatDateTime(midnight, 'UTC', false, 'day')
  // where the clock is set forward at midnight itself, the day has none, and begins at the moment of setting
  return isOfDay ? start : near
}
