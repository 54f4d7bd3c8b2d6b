/** The chart's intervals, shortest first; each one's bucket holds a whole number of the one before it. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W'] as const
export type Interval = (typeof intervals)[number]

export const minuteMillis = 60_000
export const dayMillis = 86_400_000
export const weekMillis = 7 * dayMillis

export const intervalMillis: Readonly<Record<Interval, number>> = {
  '1m': minuteMillis,
  '5m': 5 * minuteMillis,
  '15m': 15 * minuteMillis,
  '30m': 30 * minuteMillis,
  '1h': 60 * minuteMillis,
  '4h': 240 * minuteMillis,
  '1D': dayMillis,
  '1W': weekMillis,
}

/** 1970-01-01 was a Thursday; the first Monday came four days later. */
const firstMonday = 4 * dayMillis

/** The open time (UTC ms) of the bucket that holds `time`: days start at 00:00 UTC, weeks on Monday. */
export function bucketStart(interval: Interval, time: number): number {
  const length = intervalMillis[interval]
  const origin = interval === '1W' ? firstMonday : 0
  return origin + Math.floor((time - origin) / length) * length
}

/** Reads an interval as a client writes it; null for any other text. */
export function parseInterval(text: unknown): Interval | null {
  return intervals.find((interval) => interval === text) ?? null
}
