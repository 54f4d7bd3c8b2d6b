import { useQuery } from '@tanstack/react-query'
import { newsList } from '@truemark/protocol/routes/content'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'

/** The newest announcements in the reader's language. */
export function useNews() {
  const locale = useSession((state) => state.locale)
  return useQuery({
    queryKey: ['content', 'news', locale],
    queryFn: () => call(newsList, { query: {} }),
    staleTime: 60_000,
  })
}
