import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { deskListings } from '@truemark/protocol/routes/deskListing'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { call } from '../data/http.ts'
import type { List } from '../data/lists.ts'

const everyMs = 15_000
type Listings = AnswerOf<typeof deskListings>

/** What is listed. */
export function useListings(): UseQueryResult<Listings> {
  return useQuery({ queryKey: ['listings'], queryFn: () => call(deskListings, {}), refetchInterval: everyMs })
}

/** One of its two lists, as a table shows it. */
export function listOf<Of extends 'currencies' | 'markets'>(
  query: UseQueryResult<Listings>,
  of: Of,
): List<Listings[Of][number]> {
  return {
    rows: query.data?.[of],
    failed: query.isError,
    readAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    more: null,
    fetchingMore: false,
    csv: { list: deskListings, of },
  }
}
