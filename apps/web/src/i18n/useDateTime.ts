import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useHour12, useTimezone } from './useTimezone.ts'

/** Writes moments in the app's time zone and its clock. */
export function useDateTime(): (millis: number, parts?: 'both' | 'day' | 'time') => string {
  const timezone = useTimezone()
  const hour12 = useHour12()
  const locale = useFigureLocale()
  return (millis, parts) => formatDateTime(millis, timezone, hour12, parts, locale)
}
