import { useQuery } from '@tanstack/react-query'
import { client } from '@truemark/protocol/client'
import { miningOrders, miningProducts } from '@truemark/protocol/routes/mining'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { rangeOf, type RunningRow } from '../wealth/door.ts'
import { isSoldOut } from './figures.ts'
import { miningKey } from './miningQueries.ts'

/** What an overview says of locked mining: what runs, how much is offered, and what it pays and costs in percent. */
export interface MiningSummary {
  readonly running: readonly RunningRow[]
  readonly onSale: number
  readonly rateMin: string | null
  readonly rateMax: string | null
  readonly costMax: string | null
}

const staleMs = 30_000
/** News come by the socket; what it missed while it was down is seen by then. */
const pollMs = 60_000

/** The running orders, and what is offered. Undefined while it is fetched. */
export function useMiningSummary(): MiningSummary | undefined {
  return useQuery({
    queryKey: [...miningKey, 'summary'],
    staleTime: staleMs,
    refetchInterval: pollMs,
    queryFn: async () => {
      const [products, { items }] = await Promise.all([
        everyPage((query) => call(miningProducts, { query })),
        call(miningOrders, { query: { status: 'ongoing', limit: String(client.pageLimitMax) } }),
      ])
      const running = items.map((order) => ({
        key: order.order_id,
        title: order.name,
        to: '/lockming/records',
        nextAt: order.next_income_time,
        amount: order.investment_amount,
        currency: order.currency,
      }))
      const onSale = products.filter((product) => !isSoldOut(product))
      return {
        running,
        onSale: onSale.length,
        rateMin: rangeOf(onSale.map((product) => product.daily_return_rate_min)).min,
        rateMax: rangeOf(onSale.map((product) => product.daily_return_rate_max)).max,
        costMax: rangeOf(onSale.map((product) => product.early_redemption_rate)).max,
      }
    },
  }).data
}
