let offsetMs = 0

/** This device's own clock, in UTC milliseconds: it may be days wrong. */
export function deviceNow(): number {
  return Date.now()
}

/** The server's time as well as this device knows it, in UTC milliseconds. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Milliseconds since the page began, for spans of time: no step of the device's clock changes them. */
export function elapsedNow(): number {
  return performance.now()
}

/**
 * Learns the server's time from an answer: `serverTime` was true somewhere between `sentAt` and `heardAt` (the device's
 * time). Corrections below `toleranceMs` are noise and are left out.
 */
export function learnServerTime(serverTime: number, sentAt: number, heardAt: number, toleranceMs = 1_000): void {
  const next = clockOffset(serverTime, sentAt, heardAt)
  if (Math.abs(next - offsetMs) >= toleranceMs) offsetMs = Math.round(next)
}

/** Learns the server's time from the head of an answer; one without a date teaches nothing. */
export function learnFromHead(head: Headers, sentAt: number, heardAt: number): void {
  const date = Date.parse(head.get('date') ?? '')
  // The header is floored to a second: half of one is its mean.
  if (Number.isFinite(date)) learnServerTime(date + 500, sentAt, heardAt)
}

/** The offset that puts `serverTime` in the middle between sending and hearing. */
export function clockOffset(serverTime: number, sentAt: number, heardAt: number): number {
  return serverTime - (sentAt + heardAt) / 2
}
