import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useAppData } from '../data/appData.ts'

/** Writes moments in the app's time zone and its clock. */
export function useDateTime(): (millis: number, parts?: 'both' | 'day' | 'time') => string {
  const app = useAppData()?.app
  const timezone = app?.timezone ?? 'UTC'
  const hour12 = app?.is_hour12_open === '1'
  const locale = useFigureLocale()
  return (millis, parts) => formatDateTime(millis, timezone, hour12, parts, locale)
}
