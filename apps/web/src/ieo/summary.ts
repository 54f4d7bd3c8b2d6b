import { useQuery } from '@tanstack/react-query'
import { client } from '@truemark/protocol/client'
import { ieoProjects, ieoSubscriptions } from '@truemark/protocol/routes/ieo'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { ieoKey, useIeoNews } from './ieoQueries.ts'
import type { RunningRow } from '../wealth/door.ts'
import { runningIeo } from './running.ts'

/** What an overview says of launches: what runs, and how many take applications. Undefined while it is fetched. */
export interface IeoSummary {
  readonly running: readonly RunningRow[]
  readonly open: number
}

const staleMs = 30_000
const query = { limit: String(client.pageLimitMax) }
/** News come by the socket; what it missed while it was down is seen by then. */
const pollMs = 60_000

/** The running applications, and how many launches are open. */
export function useIeoSummary(): IeoSummary | undefined {
  useIeoNews()
  return useQuery({
    queryKey: [...ieoKey, 'summary'],
    staleTime: staleMs,
    refetchInterval: pollMs,
    queryFn: async () => {
      const [projects, { items }] = await Promise.all([
        everyPage((page) => call(ieoProjects, { query: page })),
        call(ieoSubscriptions, { query }),
      ])
      return { running: runningIeo(items, projects), open: projects.filter(({ phase }) => phase === 'open').length }
    },
  }).data
}
