import type { ListingTerms } from '@truemark/core/book/listing'
import type { SessionHours } from '@truemark/protocol/routes/deskSettings'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const hourMinutes = 60

/** Session hours as the exchange keeps them, in the order of the week. */
export function sessionsOf(hours: SessionHours): ListingTerms['sessions'] {
  const ordered = hours.toSorted((one, other) => one.weekday - other.weekday || one.from - other.from)
  return ordered.map(({ weekday, from, to }) => ({ weekday, fromMinute: from, toMinute: to }))
}

/** The same as the wire has them. */
export function hoursOf(sessions: ListingTerms['sessions']): SessionHours {
  return sessions.map(({ weekday, fromMinute, toMinute }) => ({ weekday, from: fromMinute, to: toMinute }))
}

/** Session hours in one line of a proposal or of the audit log, in UTC. */
export function sessionsText(hours: SessionHours): string {
  if (hours.length === 0) return 'around the clock'
  return hours.map(({ weekday, from, to }) => `${weekdays[weekday] ?? ''} ${clock(from)}–${clock(to)}`).join(', ')
}

function clock(minute: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / hourMinutes))}:${two(minute % hourMinutes)}`
}
