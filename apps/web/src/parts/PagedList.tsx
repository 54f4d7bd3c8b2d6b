import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MorePages } from '../reader/door.ts'
import { LoadFailed } from './LoadFailed.tsx'

interface PagedListProps<T> {
  query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly T[] }>>
  empty: string
  keep?: ((item: T) => boolean) | undefined
  row: (item: T) => ReactNode
}

/** A list that is fetched page after page, with what it is while empty, loading or failed. */
export function PagedList<T>({ query, empty, keep, row }: PagedListProps<T>) {
  const shell = useTranslations('shell')
  const spot = useTranslations('spot')
  if (query.data === undefined) {
    if (!query.isError) return <SkeletonRows rows={4} label={shell('state.loading')} />
    return <LoadFailed onRetry={() => void query.refetch()} />
  }
  const items = query.data.pages.flatMap((page) => page.items).filter((item) => keep?.(item) ?? true)
  return (
    <div className="@container flex flex-col">
      {items.length === 0 && !query.hasNextPage && <EmptyState drawing="orders" title={empty} />}
      <ul>{items.map(row)}</ul>
      <MorePages query={query} label={spot('showMore')} className="m-3" />
    </div>
  )
}
