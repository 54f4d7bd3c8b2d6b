import { useQuery } from '@tanstack/react-query'
import { ieoProjects, ieoSubscriptions } from '@truemark/protocol/routes/ieo'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { usePages } from '../data/usePages.ts'
import { useBalanceNews } from '../data/balanceNews.ts'

/** Under which all that launches fetch is kept. */
export const ieoKey = ['ieo'] as const

const pollMs = 15_000

/** What a launch does with money: freezing it, giving it back, taking it for passes, delivering the coin. */
const moves = ['hold', 'financial_buy', 'financial_settlement'] as const

/** Looks at everything of launches again when one of them may have moved money. */
export function useIeoNews(): void {
  useBalanceNews('ieo', moves)
}

/** The launches, newest first. */
export function useIeoProjects() {
  useIeoNews()
  return useQuery({
    queryKey: [...ieoKey, 'projects'],
    queryFn: () => everyPage((query) => call(ieoProjects, { query })),
    refetchInterval: pollMs,
  })
}

/** One's own applications, newest first, page after page; or the one that is meant. */
export function useIeoSubscriptions(meant: string) {
  useIeoNews()
  return usePages(
    [...ieoKey, 'subscriptions', meant],
    (page) => call(ieoSubscriptions, { query: meant === '' ? page : { id: meant } }),
    { refetchInterval: pollMs },
  )
}
