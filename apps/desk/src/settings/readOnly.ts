import { useQuery } from '@tanstack/react-query'
import { deskReadOnly, type ReadOnlyPeriod } from '@truemark/protocol/routes/readOnly'
import { serverNow } from '@truemark/ui/device/serverTime'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useDateTime } from '../i18n/door.ts'

export const readOnlyKey = 'readOnly'
const everyMs = 60_000

/** The period in which nothing can be changed, read anew from time to time. */
export function useReadOnly() {
  return useQuery({
    queryKey: [readOnlyKey],
    queryFn: () => call(deskReadOnly, {}),
    staleTime: everyMs,
    refetchInterval: everyMs,
  })
}

/** Says from when until when nothing can be changed. */
export function useReadOnlyText(): (period: ReadOnlyPeriod) => string {
  const t = useTranslations('desk.readOnly')
  const dateTime = useDateTime()
  return ({ from, until }) =>
    from <= serverNow()
      ? t('now', { until: dateTime(until) })
      : t('soon', { from: dateTime(from), until: dateTime(until) })
}
