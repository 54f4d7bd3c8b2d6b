import { client } from '@truemark/protocol/client'
import { serverNow } from '@truemark/ui/device/serverTime'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { appData, useAppData } from '../data/appData.ts'
import { onReadOnly } from '../data/errorReport.ts'
import { useDateTime, useDeadline } from '../i18n/door.ts'

/** Says that nothing can be changed for a time, or from when on; nothing while everything can. */
export function Maintenance() {
  useNews()
  const period = useAppData()?.read_only ?? null
  return period === null ? null : <Period period={period} />
}

type PeriodOf = NonNullable<NonNullable<ReturnType<typeof useAppData>>['read_only']>

function Period({ period: { from, until } }: { period: PeriodOf }) {
  const t = useTranslations('offline')
  const dateTime = useDateTime()
  const deadline = useDeadline()
  const now = useTurns([from, until])
  if (now >= until) return null
  const text =
    now >= from
      ? t('readOnlyNow', { until: deadline(until) })
      : t('readOnlySoon', { from: dateTime(from), until: deadline(until) })
  return <output className="figures block bg-surface px-4 py-2 text-center text-14 text-warning">{text}</output>
}

const waitMax = 2 ** 31 - 1

/** The server's time (UTC ms), read anew at each of these moments. */
function useTurns(moments: readonly number[]): number {
  const [, turn] = useState(0)
  const now = serverNow()
  const next = moments.find((moment) => moment > now)
  useEffect(() => {
    if (next === undefined) return undefined
    const timer = setTimeout(() => turn(next), Math.min(next - serverNow() + 1, waitMax))
    return () => clearTimeout(timer)
  }, [next])
  return now
}

/** Reads app data anew from time to time, and as soon as a call is refused for it. */
function useNews(): void {
  useEffect(() => {
    const read = (): void => void appData(true).catch(() => undefined)
    const timer = setInterval(() => document.visibilityState === 'visible' && read(), client.appDataCacheMs)
    onReadOnly(read)
    return () => clearInterval(timer)
  }, [])
}
