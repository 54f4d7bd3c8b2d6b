import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** What a query answered; before that its place, and after a failure what to do. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const t = useTranslations('shell')
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <SkeletonRows rows={4} label={t('state.loading')} />
  return (
    <ErrorState
      title={t('failure.loadTitle')}
      text={t('failure.loadText')}
      retryLabel={t('action.retry')}
      onRetry={() => void query.refetch()}
    />
  )
}
