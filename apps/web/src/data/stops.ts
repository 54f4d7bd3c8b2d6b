import { queryOptions } from '@tanstack/react-query'
import { suspensionsPublic } from '@truemark/protocol/routes/suspensions'
import { call } from './api.ts'

/** What ends is announced a day ahead. */
const freshForMs = 300_000

/** What operators have stopped, and what ends soon. */
export const stopsQuery = queryOptions({
  queryKey: ['transparency', 'stops'],
  queryFn: () => call(suspensionsPublic, {}),
  staleTime: freshForMs,
  refetchInterval: freshForMs,
})
