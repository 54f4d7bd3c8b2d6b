import { useQuery } from '@tanstack/react-query'
import { deskWaiting, type DeskWaiting } from '@truemark/protocol/routes/deskWaiting'
import { call } from '../data/http.ts'

const everyMs = 15_000

/** What waits for an operator, as the role may see it; undefined before the first answer. */
export function useDeskWaiting(): { readonly waiting: DeskWaiting | undefined; readonly failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['waiting'],
    queryFn: () => call(deskWaiting, {}),
    refetchInterval: everyMs,
  })
  return { waiting: data, failed: isError }
}
