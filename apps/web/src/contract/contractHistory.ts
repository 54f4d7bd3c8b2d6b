import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { useEffect } from 'react'
import { useLastOrderChange } from '../data/account.ts'
import { call } from '../data/api.ts'

/** Under which all that is fetched of contract orders is kept. */
export const contractKey = ['contract', 'orders'] as const

/** The contract orders and tickets that are done with, newest first; looks again when one of them ends. */
export function useContractHistory(symbol?: string) {
  const queries = useQueryClient()
  const change = useLastOrderChange()
  useEffect(() => {
    if (change?.game === 'contract') void queries.invalidateQueries({ queryKey: contractKey })
  }, [change, queries])
  return useInfiniteQuery({
    queryKey: [...contractKey, 'history', symbol ?? ''],
    initialPageParam: '',
    queryFn({ pageParam }) {
      const filter = symbol === undefined ? {} : { symbol }
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      return call(contractOrders, { query: { status: 'history', ...filter, ...cursor } })
    },
    getNextPageParam: (page) => page.cursor,
  })
}
