import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { HourDraft } from './hours.ts'

/** A Sunday, from which the days of a week are counted. */
const sunday = Date.UTC(2026, 10, 1)
const dayMs = 86_400_000
const days = [0, 1, 2, 3, 4, 5, 6]

/** The days of the week by their number on the wire, in the reader's language. */
export function useWeekdays(): readonly string[] {
  const tag = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
    return days.map((day) => format.format(sunday + day * dayMs))
  }, [tag])
}

/** Trading hours in one line. */
export function useHoursText(): (hours: readonly HourDraft[]) => string {
  const t = useTranslations('desk.symbols')
  const names = useWeekdays()
  return (hours) =>
    hours.length === 0
      ? t('allHours')
      : hours.map(({ weekday, from, to }) => `${names[weekday] ?? ''} ${from}–${to}`).join(', ')
}
