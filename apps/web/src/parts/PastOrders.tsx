import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PagedList, type Pages } from './PagedList.tsx'

interface PastOrdersProps<T> {
  query: Pages<T>
  empty: string
  keep?: (item: T) => boolean
  row: (item: T) => ReactNode
}

/** Orders that are done with, newest first; those of the pages so far that are asked for. */
export function PastOrders<T>({ query, empty, keep = () => true, row }: PastOrdersProps<T>) {
  const spot = useTranslations('spot')
  const none = <EmptyState drawing="orders" title={empty} />
  return (
    <PagedList query={query} empty={none} more={spot('showMore')}>
      {(items) => {
        const kept = items.filter(keep)
        return kept.length === 0 && !query.hasNextPage ? none : <ul className="@container">{kept.map(row)}</ul>
      }}
    </PagedList>
  )
}
