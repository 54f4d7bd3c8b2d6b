import { useQuery, useQueryClient } from '@tanstack/react-query'
import { miningOrderOne, miningOrders, miningProducts } from '@truemark/protocol/routes/mining'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { useOrderNews } from '../data/orderNews.ts'
import { usePages } from '../data/usePages.ts'

/** Under which all that locked mining fetches is kept. */
export const miningKey = ['mining'] as const

const pollMs = 30_000

/** Looks at everything of locked mining again when one of its orders has changed. */
export function useMiningNews(): void {
  const queries = useQueryClient()
  useOrderNews(
    ({ game }) => game === 'mining',
    () => void queries.invalidateQueries({ queryKey: miningKey }),
  )
}

/** The products that take orders. */
export function useMiningProducts() {
  return useQuery({
    queryKey: [...miningKey, 'products'],
    queryFn: () => everyPage((query) => call(miningProducts, { query })),
    refetchInterval: pollMs,
  })
}

/** One's own orders that run, or that have ended, newest first, page after page. */
export function useMiningOrders(status: 'ongoing' | 'history') {
  return usePages([...miningKey, 'orders', status], (page) => call(miningOrders, { query: { status, ...page } }), {
    refetchInterval: pollMs,
  })
}

/** One order with the income of each day. */
export function useMiningOrder(id: string) {
  return useQuery({
    queryKey: [...miningKey, 'order', id],
    queryFn: () => call(miningOrderOne, { params: { id } }),
    refetchInterval: pollMs,
  })
}
