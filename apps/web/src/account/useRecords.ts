import { useInfiniteQuery } from '@tanstack/react-query'
import { records } from '@truemark/protocol/routes/account'
import type { QueryOf } from '@truemark/protocol/routes/route'
import { call } from '../data/api.ts'

/** Which lines of the ledger are wanted. */
export type RecordFilter = Pick<QueryOf<typeof records>, 'type' | 'category' | 'from' | 'to'>

/** Lines of the ledger, newest first, page by page. */
export function useRecords(filter: RecordFilter, limit: number) {
  return useInfiniteQuery({
    queryKey: ['account', 'records', filter, limit],
    initialPageParam: null,
    // a long list is never compared with itself line by line: lines of a ledger do not change
    structuralSharing: false,
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      call(records, {
        query: { ...filter, limit: String(limit), ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.cursor,
  })
}
