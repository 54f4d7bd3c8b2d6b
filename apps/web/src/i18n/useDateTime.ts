import { useAppData } from '../data/appData.ts'
import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'

/** The app's time zone, which all moments are written in. */
export function useTimezone(): string {
  return useAppData()?.app.timezone ?? 'UTC'
}

/** Whether the app's clock has twelve hours. */
export function useHour12(): boolean {
  return useAppData()?.app.is_hour12_open === '1'
}

/** Writes moments in the app's time zone and its clock. */
export function useDateTime(): (millis: number, parts?: 'both' | 'day' | 'time') => string {
  const timezone = useTimezone()
  const hour12 = useHour12()
  const locale = useFigureLocale()
  return (millis, parts) => formatDateTime(millis, timezone, hour12, parts, locale)
}
