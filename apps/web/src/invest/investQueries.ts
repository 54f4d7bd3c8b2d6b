import { useQuery } from '@tanstack/react-query'
import { investOrders, investProducts, type InvestStatus } from '@truemark/protocol/routes/invest'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { usePages } from '../data/usePages.ts'
import { useBalanceNews } from '../data/balanceNews.ts'

/** Under which all that invest fetches is kept. */
export const investKey = ['invest'] as const

const pollMs = 30_000

/** What an investment does with money: taking it, and paying at its end. */
const moves = ['financial_buy', 'financial_settlement'] as const

/** Looks at everything of invest again when one of its products has moved money. */
export function useInvestNews(): void {
  useBalanceNews('invest', moves)
}

/** The products that are on sale. */
export function useInvestProducts() {
  return useQuery({
    queryKey: [...investKey, 'products'],
    queryFn: () => everyPage((query) => call(investProducts, { query })),
    refetchInterval: pollMs,
  })
}

/** One's own investments, newest first, page after page; all of them, those of one status, or the one that is meant. */
export function useInvestments(status: InvestStatus | 'all', meant: string) {
  useInvestNews()
  const of = status === 'all' ? {} : { status }
  return usePages(
    [...investKey, 'orders', status, meant],
    (page) => call(investOrders, { query: meant === '' ? { ...of, ...page } : { id: meant } }),
    { refetchInterval: pollMs },
  )
}
