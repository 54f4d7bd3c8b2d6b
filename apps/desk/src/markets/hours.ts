import type { SessionHours } from '@truemark/protocol/routes/deskSettings'

/** One stretch of trading hours as the form holds it: times as 08:30, in UTC. */
export interface HourDraft {
  readonly weekday: number
  readonly from: string
  readonly to: string
}

export const firstHour: HourDraft = { weekday: 1, from: '08:00', to: '16:00' }
const hourMinutes = 60
const dayMinutes = 1_440

/** The days of the week as the wire counts them, from Monday on. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** Trading hours as the form starts with them. */
export function hoursDraft(hours: SessionHours): HourDraft[] {
  return hours.map(({ weekday, from, to }) => ({ weekday, from: clockText(from), to: clockText(to) }))
}

/** The same as the call bears them, without faults. */
export function bodyOfHours(hours: readonly HourDraft[]): SessionHours {
  return hours.map(({ weekday, from, to }) => ({ weekday, from: minuteOf(from) ?? 0, to: minuteOf(to) ?? 0 }))
}

/** Whether a time is none, an end is not after its beginning, or two stretches of a day meet. */
export function faultInHours(hours: readonly HourDraft[]): boolean {
  const read = hours.map(({ weekday, from, to }) => ({ weekday, from: minuteOf(from), to: minuteOf(to) }))
  return read.some(({ weekday, from, to }, at) => {
    if (from === null || to === null || from >= to) return true
    return read.some(
      (other, place) => place !== at && other.weekday === weekday && (other.from ?? 0) < to && (other.to ?? 0) > from,
    )
  })
}

/** A minute of the day as 08:30. */
export function clockText(minute: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / hourMinutes))}:${two(minute % hourMinutes)}`
}

function minuteOf(text: string): number | null {
  const read = /^([0-9]{1,2}):([0-5][0-9])$/.exec(text.trim())
  if (read === null) return null
  const minute = Number(read[1]) * hourMinutes + Number(read[2])
  return minute <= dayMinutes ? minute : null
}
