import { useQueryClient } from '@tanstack/react-query'
import { spotOrders } from '@truemark/protocol/routes/spot'
import { call } from '../data/api.ts'
import { useOrderNews } from '../data/orderNews.ts'
import { usePages } from '../data/usePages.ts'

/** Under which all lists of finished spot orders are kept. */
export const ordersKey = ['spot', 'orders'] as const

/** The finished orders, newest first, page after page; looks again when one of the account's orders ends. */
export function useOrderHistory(symbol?: string) {
  const queries = useQueryClient()
  useOrderNews(
    ({ type }) => type === 'filled' || type === 'canceled',
    () => void queries.invalidateQueries({ queryKey: ordersKey }),
  )
  return usePages([...ordersKey, 'history', symbol ?? ''], (page) =>
    call(spotOrders, { query: { status: 'history', ...(symbol === undefined ? {} : { symbol }), ...page } }),
  )
}
