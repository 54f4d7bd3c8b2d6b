/** Minutes of the day, 0 to 1439; `to` is the first that is no longer quiet. Over midnight where `from` is later. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** The minute of the day of a moment (UTC ms) in an IANA time zone; null where there is no such zone. */
export function minuteOfDay(time: number, timezone: string): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(time)
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? '0')
    return part('hour') * 60 + part('minute')
  } catch {
    return null
  }
}

/** Whether a moment lies in somebody's quiet hours. None where they are unset, empty, or of a zone that there is not. */
export function isQuiet(quiet: QuietHours | null, timezone: string, time: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false
  const minute = minuteOfDay(time, timezone)
  if (minute === null) return false
  return quiet.from < quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to
}
