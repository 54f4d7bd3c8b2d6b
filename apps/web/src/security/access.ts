import { queryOptions, useQuery } from '@tanstack/react-query'
import { accountTouches } from '@truemark/protocol/routes/touches'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { usePages } from '../data/usePages.ts'

const accessKey = ['access'] as const
const barsStaleMs = 60_000

/** Who of the operator's people has looked at or changed the account, newest first, page after page. */
export function useTouches() {
  const uid = useSession((state) => userOf(state)?.uid)
  return usePages([...accessKey, 'touches', uid], (page) => call(accountTouches, { query: page }))
}

const barsQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: [...accessKey, 'bars', uid],
    queryFn: async () => {
      const { freeze, disabled } = await call(accountTouches, { query: { limit: '1' } })
      return { freeze, disabled }
    },
    staleTime: barsStaleMs,
  })

const noBars = { freeze: null, disabled: null } as const

/** What an operator holds a real account by: a freeze, its being disabled; null where there is none, or none is known yet. */
export function useBars() {
  const isReal = useSession((state) => state.mode === 'real')
  const uid = useSession((state) => userOf(state)?.uid)
  const { data } = useQuery({ ...barsQuery(uid), enabled: isReal && uid !== undefined })
  return isReal ? (data ?? noBars) : noBars
}
