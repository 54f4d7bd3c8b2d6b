import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EndlessPages, MorePages } from '../i18n/door.ts'
import { Loaded } from './Loaded.tsx'

export interface Pages<T> {
  readonly data: InfiniteData<{ readonly items: readonly T[] }> | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

interface PagedListProps<T> {
  query: Pages<T>
  empty: ReactNode
  /** What the button says that fetches the next page; without it the next comes as the end comes near. */
  more?: string
  /** What is said below the last one. */
  end?: ReactNode
  /** How many rows are kept free while the first page comes. */
  rows?: number
  children: (items: readonly T[]) => ReactNode
}

/** A list that is fetched page after page: what is there, that there is nothing, or why it did not come. */
export function PagedList<T>({ query, empty, more, end, rows, children }: PagedListProps<T>) {
  return (
    <Loaded query={query} rows={rows}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0 && !query.hasNextPage) return empty
        return (
          <div className="flex flex-col gap-3">
            {children(items)}
            {more === undefined ? (
              <EndlessPages query={query} />
            ) : (
              <MorePages query={query} label={more} kind="secondary" />
            )}
            {!query.hasNextPage && end}
          </div>
        )
      }}
    </Loaded>
  )
}
