import { useQuery, useQueryClient } from '@tanstack/react-query'
import { records } from '@truemark/protocol/routes/account'
import type { QueryOf } from '@truemark/protocol/routes/route'
import { useEffect } from 'react'
import { useLastBalanceChange } from '../data/account.ts'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { withNewest, type RecordPage, type RecordPages } from './recordPages.ts'

/** Which lines of the ledger are wanted. */
export type RecordFilter = Pick<QueryOf<typeof records>, 'type' | 'category' | 'from' | 'to'>

/** The delay after a change of the balance before the newest lines are read: several mostly come together. */
const settledMs = 1_000

/**
 * Lines of the ledger, newest first, page by page. Lines never change, so none is fetched twice: what has come since is
 * put in front, on coming back to the screen and when money has moved.
 */
export function useRecords(filter: RecordFilter, limit: number) {
  const queries = useQueryClient()
  const queryKey = ['account', 'records', filter, limit]
  const newestKey = [...queryKey, 'newest']
  const read = (page: { cursor?: string }): Promise<RecordPage> =>
    call(records, { query: { ...filter, limit: String(limit), ...page } })
  const list = usePages(
    queryKey,
    async (asked) => {
      const page = await read(asked)
      if (asked.cursor === undefined) queries.setQueryData(newestKey, page)
      return page
    },
    // a long list is never compared with itself line by line
    { structuralSharing: false, staleTime: Infinity },
  )
  const isThere = list.data !== undefined
  const { refetch } = useQuery({
    queryKey: newestKey,
    enabled: isThere,
    queryFn: async () => {
      const newest = await read({})
      queries.setQueryData<RecordPages>(queryKey, (known) => known && withNewest(known, newest))
      return newest
    },
  })
  const change = useLastBalanceChange()
  useEffect(() => {
    if (change === undefined || !isThere) return undefined
    const timer = setTimeout(() => void refetch(), settledMs)
    return () => clearTimeout(timer)
  }, [change, isThere, refetch])
  return list
}
