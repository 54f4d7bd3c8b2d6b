import { useQuery } from '@tanstack/react-query'
import { client } from '@truemark/protocol/client'
import { investOrders, investProducts, type InvestOrder } from '@truemark/protocol/routes/invest'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { investKey, useInvestNews } from './investQueries.ts'
import { rangeOf, type RunningRow } from '../wealth/door.ts'
import { useProductName } from './useProductName.ts'

/** What an overview says of invest: what runs, how much is on sale, and the range of its rates in percent. */
export interface InvestSummary {
  readonly running: readonly RunningRow[]
  readonly onSale: number
  readonly rateMin: string | null
  readonly rateMax: string | null
}

const staleMs = 30_000
const query = { status: 'purchased', limit: String(client.pageLimitMax) } as const
/** News come by the socket; what it missed while it was down is seen by then. */
const pollMs = 60_000

/** The running investments, and what is on sale. Undefined while it is fetched. */
export function useInvestSummary(): InvestSummary | undefined {
  const nameOf = useProductName()
  useInvestNews()
  const { data } = useQuery({
    queryKey: [...investKey, 'summary'],
    staleTime: staleMs,
    refetchInterval: pollMs,
    queryFn: () =>
      Promise.all([everyPage((page) => call(investProducts, { query: page })), call(investOrders, { query })]),
  })
  if (data === undefined) return undefined
  const [listed, { items }] = data
  const products = listed.filter((product) => product.remaining_shares > 0)
  const { min, max } = rangeOf(products.map((product) => product.annualized_return))
  const row = (order: InvestOrder): RunningRow => ({
    key: order.order_id,
    title: nameOf(order),
    to: '/invest/my-finances',
    nextAt: order.maturity_date,
    amount: order.investment_amount,
    currency: order.currency,
  })
  return {
    running: items.map(row),
    onSale: products.length,
    rateMin: min,
    rateMax: max,
  }
}
