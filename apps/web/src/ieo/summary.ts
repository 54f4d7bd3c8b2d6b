import { useQuery } from '@tanstack/react-query'
import { ieoProjects, ieoSubscriptions, type IeoSubscription } from '@truemark/protocol/routes/ieo'
import { call } from '../data/api.ts'
import { ieoKey } from './ieoQueries.ts'

/** A running application as an overview shows it, with its next event. */
export interface RunningIeo {
  readonly key: string
  readonly title: string
  readonly to: '/ieo/ieo-record'
  /** When it is allotted, or delivered; UTC ms. */
  readonly nextAt: number | null
  readonly amount: string
  readonly currency: string
}

/** What an overview says of launches: what runs, and how many take applications. Undefined while it is fetched. */
export interface IeoSummary {
  readonly running: readonly RunningIeo[]
  readonly open: number
}

const staleMs = 30_000

function rowOf(one: IeoSubscription): RunningIeo {
  const isFrozen = one.status === 'subscribed'
  return {
    key: one.subscription_id,
    title: one.name,
    to: '/ieo/ieo-record',
    nextAt: one.time_to_market,
    amount: isFrozen ? one.amount : (one.passes ?? '0'),
    currency: isFrozen ? 'USDT' : one.currency,
  }
}

/** The running applications, and how many launches are open. */
export function useIeoSummary(): IeoSummary | undefined {
  return useQuery({
    queryKey: [...ieoKey, 'summary'],
    staleTime: staleMs,
    queryFn: async () => {
      const [projects, { items }] = await Promise.all([call(ieoProjects, {}), call(ieoSubscriptions, { query: {} })])
      const running = items.filter(({ status }) => status === 'subscribed' || status === 'allotted').map(rowOf)
      return { running, open: projects.filter(({ phase }) => phase === 'open').length }
    },
  }).data
}
