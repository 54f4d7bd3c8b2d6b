import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

interface Fetched<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface LoadedProps<T> {
  query: Fetched<T>
  rows?: number
  children: (data: T) => ReactNode
}

/** What is fetched, or the place of it while it comes, or why it did not. */
export function Loaded<T>({ query, rows = 4, children }: LoadedProps<T>) {
  const shell = useTranslations('shell')
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) {
    return (
      <div className="rounded-card bg-surface">
        <SkeletonRows rows={rows} label={shell('state.loading')} />
      </div>
    )
  }
  return (
    <ErrorState
      title={shell('failure.loadTitle')}
      text={shell('failure.loadText')}
      retryLabel={shell('action.retry')}
      onRetry={() => void query.refetch()}
    />
  )
}
