import { queryOptions } from '@tanstack/react-query'
import { suspensionsPublic } from '@truemark/protocol/routes/suspensions'
import { call } from '../data/api.ts'

/** What operators have stopped, and what ends soon. */
export const stopsQuery = queryOptions({
  queryKey: ['transparency', 'stops'],
  queryFn: () => call(suspensionsPublic, {}),
})
