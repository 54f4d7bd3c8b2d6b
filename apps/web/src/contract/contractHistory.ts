import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { call } from '../data/api.ts'
import { useOrderNews } from '../data/orderNews.ts'

/** Under which all that is fetched of contract orders is kept. */
export const contractKey = ['contract', 'orders'] as const

/** The contract orders and tickets that are done with, newest first; looks again when one of them ends. */
export function useContractHistory(symbol?: string) {
  const queries = useQueryClient()
  useOrderNews(
    ({ game }) => game === 'contract',
    () => void queries.invalidateQueries({ queryKey: contractKey }),
  )
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
