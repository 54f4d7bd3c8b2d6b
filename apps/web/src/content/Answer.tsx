import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '../parts/LoadFailed.tsx'

interface Query<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
}

/** What a query answered; before that its place, and after a failure what to do. */
export function Answer<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const t = useTranslations('shell')
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return <LoadFailed onRetry={() => void query.refetch()} />
  }
  return (
    <output aria-label={t('state.loading')} className="flex flex-col gap-3 pt-4">
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/5" />
    </output>
  )
}
