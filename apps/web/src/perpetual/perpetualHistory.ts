import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { perpetualOrders, perpetualPositions } from '@truemark/protocol/routes/perpetual'
import { call } from '../data/api.ts'
import { useOrderNews } from '../data/orderNews.ts'

/** Under which all that is fetched of perpetual orders and positions is kept. */
export const perpetualKey = ['perpetual', 'orders'] as const

function useFresh() {
  const queries = useQueryClient()
  useOrderNews(
    ({ game }) => game === 'perpetual',
    () => void queries.invalidateQueries({ queryKey: perpetualKey }),
  )
}

function pageQuery(symbol: string | undefined, cursor: string) {
  return {
    status: 'history' as const,
    ...(symbol === undefined ? {} : { symbol }),
    ...(cursor === '' ? {} : { cursor }),
  }
}

/** The perpetual orders that are done with, newest first; looks again when one of them ends. */
export function useOrderPast(symbol?: string) {
  useFresh()
  return useInfiniteQuery({
    queryKey: [...perpetualKey, 'history', symbol ?? ''],
    initialPageParam: '',
    queryFn: ({ pageParam }) => call(perpetualOrders, { query: pageQuery(symbol, pageParam) }),
    getNextPageParam: (page) => page.cursor,
  })
}

/** The perpetual positions that have ended, newest first; looks again when one ends. */
export function usePositionPast(symbol?: string) {
  useFresh()
  return useInfiniteQuery({
    queryKey: [...perpetualKey, 'positions', symbol ?? ''],
    initialPageParam: '',
    queryFn: ({ pageParam }) => call(perpetualPositions, { query: pageQuery(symbol, pageParam) }),
    getNextPageParam: (page) => page.cursor,
  })
}
