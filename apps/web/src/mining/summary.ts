import { useQuery } from '@tanstack/react-query'
import { client } from '@truemark/protocol/client'
import { miningOrders, miningProducts } from '@truemark/protocol/routes/mining'
import { compareFigures } from '@truemark/ui/figures/compare'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { isSoldOut, percentOf } from './figures.ts'
import { miningKey } from './miningQueries.ts'

/** A running order as an overview shows it, with its next event. */
export interface RunningMining {
  readonly key: string
  readonly title: string
  readonly to: '/lockming/records'
  /** When the next day is paid; UTC ms. */
  readonly nextAt: number | null
  readonly amount: string
  readonly currency: string
}

/** What an overview says of locked mining: what runs, how much is offered, and what it pays and costs in percent. */
export interface MiningSummary {
  readonly running: readonly RunningMining[]
  readonly onSale: number
  readonly rateMin: string | null
  readonly rateMax: string | null
  readonly costMax: string | null
}

const staleMs = 30_000
/** News come by the socket; what it missed while it was down is seen by then. */
const pollMs = 60_000

function least(rates: readonly string[]): string | null {
  const [first] = rates.toSorted((a, b) => compareFigures(a, b) ?? 0)
  return first === undefined ? null : percentOf(first)
}

function most(rates: readonly string[]): string | null {
  const last = rates.toSorted((a, b) => compareFigures(a, b) ?? 0).at(-1)
  return last === undefined ? null : percentOf(last)
}

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
        to: '/lockming/records' as const,
        nextAt: order.next_income_time,
        amount: order.investment_amount,
        currency: order.currency,
      }))
      const onSale = products.filter((product) => !isSoldOut(product))
      return {
        running,
        onSale: onSale.length,
        rateMin: least(onSale.map((product) => product.daily_return_rate_min)),
        rateMax: most(onSale.map((product) => product.daily_return_rate_max)),
        costMax: most(onSale.map((product) => product.early_redemption_rate)),
      }
    },
  }).data
}
