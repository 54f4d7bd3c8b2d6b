const minuteMs = 60_000

/** A moment as a field of day and minute in UTC holds it; seconds are dropped. */
export function fieldOf(millis: number): string {
  return new Date(millis - (millis % minuteMs)).toISOString().slice(0, 16)
}

/** The moment that such a field names, read as UTC; null where it names none. */
export function momentOf(field: string): number | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/.test(field)) return null
  const millis = Date.parse(`${field}:00Z`)
  // 30 February is not 2 March, as a parser takes it
  return Number.isNaN(millis) || millis < 0 || fieldOf(millis) !== field ? null : millis
}
