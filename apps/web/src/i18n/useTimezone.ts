import { useAppData } from '../data/appData.ts'

/** The app's time zone, which all moments are written in. */
export function useTimezone(): string {
  return useAppData()?.app.timezone ?? 'UTC'
}

/** Whether the app's clock has twelve hours. */
export function useHour12(): boolean {
  return useAppData()?.app.is_hour12_open === '1'
}
