import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { accountTouches } from '@truemark/protocol/routes/touches'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'

const accessKey = ['access'] as const
const freezeStaleMs = 60_000

/** Who of the operator's people has looked at or changed the account, newest first, page after page. */
export function useTouches() {
  const uid = useSession((state) => userOf(state)?.uid)
  return useInfiniteQuery({
    queryKey: [...accessKey, 'touches', uid],
    initialPageParam: '',
    queryFn: ({ pageParam }) => call(accountTouches, { query: pageParam === '' ? {} : { cursor: pageParam } }),
    getNextPageParam: (page) => page.cursor,
  })
}

const freezeQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: [...accessKey, 'freeze', uid],
    queryFn: async () => (await call(accountTouches, { query: { limit: '1' } })).freeze,
    staleTime: freezeStaleMs,
  })

/** The freeze that holds on a real account; null where there is none, or none is known yet. */
export function useFreeze() {
  const isReal = useSession((state) => state.mode === 'real')
  const uid = useSession((state) => userOf(state)?.uid)
  const { data } = useQuery({ ...freezeQuery(uid), enabled: isReal && uid !== undefined })
  return isReal ? (data ?? null) : null
}
