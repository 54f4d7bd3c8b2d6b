import { Link } from '@tanstack/react-router'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'

/** Stands in for a screen that broke or could not be loaded. */
export function FailedScreen() {
  const t = useTranslations('desk')
  return (
    <ErrorState
      title={t('failure.crashTitle')}
      text={t('failure.crashText')}
      retryLabel={t('common.reload')}
      onRetry={() => location.reload()}
    />
  )
}

/** No screen stands at this path. */
export function MissingScreen() {
  const t = useTranslations('desk')
  return (
    <EmptyState
      drawing="path"
      title={t('failure.missingTitle')}
      text={t('failure.missingText')}
      action={
        <Link to="/overview" className={buttonClass()}>
          {t('failure.toOverview')}
        </Link>
      }
    />
  )
}

/** While a screen's code is on its way. */
export function WaitingScreen() {
  const t = useTranslations('desk.common')
  return (
    <output aria-label={t('loading')} className="flex flex-col gap-4">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-96 w-full rounded-card" />
    </output>
  )
}
