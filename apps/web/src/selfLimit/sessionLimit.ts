import { useQuery } from '@tanstack/react-query'
import { sessionLimitRead, sessionLimitSet } from '@truemark/protocol/routes/sessionLimit'
import { useLocale } from 'use-intl'
import { call } from '../data/api.ts'
import { useOwnKey, useSession, userOf } from '../data/session.ts'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { useChange, type Kept } from './selfLimits.ts'

const useKey = () => useOwnKey('sessionLimit')

/** Whether there is a session limit for who is shown: a guest could never sign in to the demo again. */
export function useHasSessionLimit(): boolean {
  return useSession((state) => userOf(state)?.guest === false)
}

/** How long the person lets their own sessions last, and when this one ends. */
export function useSessionLimit() {
  return useQuery({ queryKey: useKey(), queryFn: () => call(sessionLimitRead, {}), enabled: useHasSessionLimit() })
}

/** Sets the session limit, in minutes; null takes it away. */
export function useSetSessionLimit(told: Kept) {
  return useChange(useKey(), (minutes: number | null) => call(sessionLimitSet, { body: { minutes } }), told)
}

/** Writes a time in minutes in whole hours, where it is some, for the reader. */
export function useSpan(): (minutes: number) => string {
  const locale = useLocale()
  return (minutes) => {
    const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
    const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' } as const
    return new Intl.NumberFormat(locale, options).format(count)
  }
}

/** Writes a moment by its time alone, where it is of the same day as `now`. */
export function useNearTime(): (time: number, now: number) => string {
  const dateTime = useDateTime()
  const deadline = useDeadline()
  return (time, now) => deadline(time, dateTime(time, 'day') === dateTime(now, 'day') ? 'time' : 'both')
}
