import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from './LoadFailed.tsx'

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
  return <LoadFailed onRetry={() => void query.refetch()} />
}
