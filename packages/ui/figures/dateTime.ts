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

/** Writes a day of UTC, by the moment (UTC milliseconds) at which it begins, as year-month-day; it is that day everywhere. */
export function formatUtcDay(millis: number): string {
  return formatDateTime(millis, 'UTC', false, 'day')
}
