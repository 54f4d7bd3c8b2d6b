import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { AlertRow } from './AlertRow.tsx'
import { useAlerts } from './alertsQuery.ts'

/** All prices that the reader waits for. */
export function AlertList() {
  const t = useTranslations('notification.alert')
  const shell = useTranslations('shell.state')
  const { data } = useAlerts(null)
  if (data === undefined) return <SkeletonRows rows={2} label={shell('loading')} />
  if (data.length === 0) return <EmptyState drawing="market" title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ul className="overflow-hidden rounded-card bg-surface">
      {data.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  )
}
