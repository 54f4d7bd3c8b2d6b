import { formatDateTime, formatDeadline } from '@truemark/ui/figures/dateTime'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useHour12, useTimezone } from './useTimezone.ts'

/** Writes moments in the app's time zone and its clock. One that somebody has to keep is written by `useDeadline`. */
export function useDateTime(): (millis: number, parts?: 'both' | 'day' | 'time') => string {
  const timezone = useTimezone()
  const hour12 = useHour12()
  const locale = useFigureLocale()
  return (millis, parts) => formatDateTime(millis, timezone, hour12, parts, locale)
}

/** Writes moments until which, or from which on, somebody can act: in the same zone and clock, with the zone's name. */
export function useDeadline(): (millis: number, parts?: 'both' | 'time') => string {
  const timezone = useTimezone()
  const hour12 = useHour12()
  const locale = useFigureLocale()
  return (millis, parts) => formatDeadline(millis, timezone, hour12, parts, locale)
}
