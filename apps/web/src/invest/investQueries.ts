import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { investOrders, investProducts, type InvestStatus } from '@truemark/protocol/routes/invest'
import { call } from '../data/api.ts'

/** Under which all that invest fetches is kept. */
export const investKey = ['invest'] as const

const pollMs = 30_000

/** The products that are on sale. */
export function useInvestProducts() {
  return useQuery({
    queryKey: [...investKey, 'products'],
    queryFn: () => call(investProducts, {}),
    refetchInterval: pollMs,
  })
}

/** One's own investments, newest first, page after page; all of them, or those of one status. */
export function useInvestments(status: InvestStatus | 'all') {
  return useInfiniteQuery({
    queryKey: [...investKey, 'orders', status],
    initialPageParam: '',
    queryFn: ({ pageParam }) => call(investOrders, { query: queryOf(status, pageParam) }),
    getNextPageParam: (page) => page.cursor,
    refetchInterval: pollMs,
  })
}

function queryOf(status: InvestStatus | 'all', cursor: string) {
  return { ...(status === 'all' ? {} : { status }), ...(cursor === '' ? {} : { cursor }) }
}
