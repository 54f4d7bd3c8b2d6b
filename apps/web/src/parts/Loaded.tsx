import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from './LoadFailed.tsx'

interface LoadedProps<T> {
  query: { readonly data: T | undefined; readonly isError: boolean; readonly refetch: () => unknown }
  rows?: number | undefined
  /** What keeps the place where it is not rows. */
  place?: ReactNode
  children: (data: T) => ReactNode
}

/** What is fetched, or the place of it while it comes, or why it did not. */
export function Loaded<T>({ query, rows = 4, place, children }: LoadedProps<T>) {
  const shell = useTranslations('shell.state')
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailed onRetry={() => void query.refetch()} />
  if (place !== undefined) return <output aria-label={shell('loading')}>{place}</output>
  return (
    <div className="rounded-card bg-surface">
      <SkeletonRows rows={rows} label={shell('loading')} />
    </div>
  )
}
