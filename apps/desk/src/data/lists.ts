import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CsvSource } from './file.ts'

/** A list on the screen: its rows so far, and what can be done about the rest. */
export interface List<Row> {
  /** Undefined before the first answer. */
  readonly rows: readonly Row[] | undefined
  /** The last attempt failed; rows that were there stay. */
  readonly failed: boolean
  /** When the rows were read, UTC milliseconds. */
  readonly readAt: number
  readonly retry: () => void
  /** Fetches the next page; null on the last one. */
  readonly more: (() => void) | null
  readonly fetchingMore: boolean
  /** The list as a file; null where it is a part of another list, which has one. */
  readonly csv: CsvSource | null
}

interface PageOf<Row> {
  readonly items: readonly Row[]
  readonly cursor: string | null
}

/** The page that a query asks for. */
export interface PageQuery {
  readonly limit: string
  readonly cursor?: string
}

const pageSize = '50'

export interface ListOptions {
  /** Reads the list again so often while it is looked at, in milliseconds. */
  readonly everyMs?: number
  readonly limit?: string
  readonly csv: CsvSource | null
}

/** A list that is read page by page, newest first. */
export function usePages<Row>(
  key: readonly unknown[],
  read: (page: PageQuery) => Promise<PageOf<Row>>,
  { everyMs, limit = pageSize, csv }: ListOptions,
): List<Row> {
  const query = useInfiniteQuery({
    queryKey: [...key, limit],
    initialPageParam: null,
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      read({ limit, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    getNextPageParam: (last) => last.cursor,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return {
    rows: query.data?.pages.flatMap((page) => page.items),
    failed: query.isError,
    readAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    fetchingMore: query.isFetchingNextPage,
    csv,
  }
}

/** A list that comes whole. */
export function useWhole<Row>(
  key: readonly unknown[],
  read: () => Promise<readonly Row[]>,
  { everyMs, csv }: ListOptions,
): List<Row> {
  const query = useQuery({
    queryKey: key,
    queryFn: read,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return {
    rows: query.data,
    failed: query.isError,
    readAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    more: null,
    fetchingMore: false,
    csv,
  }
}

/**
 * The row of a list that is open, and what opens another or none: as it stands in the newest reading, whatever it was when
 * it was opened; as it was read last, where it is in the list no more.
 */
export function useOpenRow<Row>(
  { rows }: Pick<List<Row>, 'rows'>,
  keyOf: (row: Row) => string,
): readonly [Row | null, (row: Row | null) => void] {
  const [opened, open] = useState<Row | null>(null)
  const newest = opened === null ? undefined : rows?.find((row) => keyOf(row) === keyOf(opened))
  if (newest !== undefined && newest !== opened) open(newest)
  return [newest ?? opened, open]
}
