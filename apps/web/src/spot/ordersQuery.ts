import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { spotOrders } from '@truemark/protocol/routes/spot'
import { useEffect } from 'react'
import { useLastOrderChange } from '../data/account.ts'
import { call } from '../data/api.ts'

/** Under which all lists of finished spot orders are kept. */
export const ordersKey = ['spot', 'orders'] as const

/** The finished orders, newest first, page after page; looks again when one of the account's orders ends. */
export function useOrderHistory(symbol?: string) {
  const queries = useQueryClient()
  const change = useLastOrderChange()
  useEffect(() => {
    if (change?.type === 'filled' || change?.type === 'canceled')
      void queries.invalidateQueries({ queryKey: ordersKey })
  }, [change, queries])
  return useInfiniteQuery({
    queryKey: [...ordersKey, 'history', symbol ?? ''],
    initialPageParam: '',
    queryFn({ pageParam }) {
      const filter = symbol === undefined ? {} : { symbol }
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      return call(spotOrders, { query: { status: 'history', ...filter, ...cursor } })
    },
    getNextPageParam: (page) => page.cursor,
  })
}
