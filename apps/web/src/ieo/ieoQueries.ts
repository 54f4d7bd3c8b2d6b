import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ieoProjects, ieoSubscriptions } from '@truemark/protocol/routes/ieo'
import { call } from '../data/api.ts'

/** Under which all that launches fetch is kept. */
export const ieoKey = ['ieo'] as const

const pollMs = 15_000

/** The launches, newest first. */
export function useIeoProjects() {
  return useQuery({ queryKey: [...ieoKey, 'projects'], queryFn: () => call(ieoProjects, {}), refetchInterval: pollMs })
}

/** One's own applications, newest first, page after page. */
export function useIeoSubscriptions() {
  return useInfiniteQuery({
    queryKey: [...ieoKey, 'subscriptions'],
    initialPageParam: '',
    queryFn: ({ pageParam }) => call(ieoSubscriptions, { query: pageParam === '' ? {} : { cursor: pageParam } }),
    getNextPageParam: (page) => page.cursor,
    refetchInterval: pollMs,
  })
}
