const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timezone: string, hour12: boolean): Intl.DateTimeFormat {
  const key = `${timezone} ${hour12}`
  const known = formats.get(key)
  if (known) return known
  const options = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: hour12 ? 'h12' : 'h23',
  } as const
  let format
  try {
    format = new Intl.DateTimeFormat('en', { ...options, timeZone: timezone })
  } catch {
    // A time zone that this browser does not know.
    format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
  formats.set(key, format)
  return format
}

const halves = new Map<string, Intl.DateTimeFormat>()

/** What a reader calls the half of the day in which a moment lies. */
function halfOf(millis: number, zone: Intl.DateTimeFormat, locale: string): string {
  const { timeZone } = zone.resolvedOptions()
  const key = `${timeZone} ${locale}`
  const format = halves.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', hourCycle: 'h12' })
  halves.set(key, format)
  return format.formatToParts(millis).find(({ type }) => type === 'dayPeriod')?.value ?? ''
}

/**
 * Writes a moment (UTC milliseconds) as year-month-day hour:minute:second in the app's time zone; '' for an invalid
 * one. `parts` leaves out the day or the time. By a clock of twelve hours the half of the day follows, in the words of
 * `locale` (BCP 47).
 */
export function formatDateTime(
  millis: number,
  timezone: string,
  hour12 = false,
  parts: 'both' | 'day' | 'time' = 'both',
  locale = 'en',
): string {
  if (!Number.isFinite(millis) || Math.abs(millis) > 8_640_000_000_000_000) return ''
  const format = formatOf(timezone, hour12)
  const found = new Map(format.formatToParts(millis).map((part) => [part.type, part.value]))
  const of = (name: Intl.DateTimeFormatPartTypes) => found.get(name) ?? ''
  const day = `${of('year')}-${of('month')}-${of('day')}`
  const time = `${of('hour')}:${of('minute')}:${of('second')}${hour12 ? ` ${halfOf(millis, format, locale)}` : ''}`
  if (parts === 'day') return day
  return parts === 'time' ? time : `${day} ${time}`
}

/** By how much (ms) the clocks of a time zone are ahead of UTC at a moment (UTC milliseconds). */
export function offsetAt(millis: number, timezone: string): number {
  return Date.parse(`${formatDateTime(millis, timezone).replace(' ', 'T')}Z`) - Math.floor(millis / 1000) * 1000
}

const minuteMs = 60_000

/** A time zone as everybody reads it, by what its clocks say at a moment: UTC, UTC+7, UTC−3:30. */
function zoneAt(millis: number, timezone: string): string {
  const minutes = Math.round(offsetAt(millis, timezone) / minuteMs)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/**
 * Writes a moment until which, or from which on, somebody can act: as `formatDateTime` does, with the zone, since who is
 * late by an hour is late. `day` is left to that other.
 */
export function formatDeadline(
  millis: number,
  timezone: string,
  hour12 = false,
  parts: 'both' | 'time' = 'both',
  locale = 'en',
): string {
  const text = formatDateTime(millis, timezone, hour12, parts, locale)
  return text === '' ? '' : `${text}\u00a0${zoneAt(millis, timezone)}`
}

/** Writes a day of UTC, by the moment (UTC milliseconds) at which it begins, as year-month-day; it is that day everywhere. */
export function formatUtcDay(millis: number): string {
  return formatDateTime(millis, 'UTC', false, 'day')
}
