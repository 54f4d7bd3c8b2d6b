import { useQuery } from '@tanstack/react-query'
import { newsList, newsUnread } from '@truemark/protocol/routes/content'
import { call } from '../data/api.ts'
import { tokenOf, useSession } from '../data/session.ts'
import { usePages } from '../data/usePages.ts'

const freshForMs = 60_000

/** The newest announcements in the reader's language, each with whether its reader has opened it. */
export function useNews() {
  const locale = useSession((state) => state.locale)
  return useQuery({
    queryKey: ['content', 'news', 'newest', locale],
    queryFn: () => call(newsList, { query: { limit: '5' } }),
    staleTime: freshForMs,
    refetchInterval: freshForMs,
  })
}

/** All announcements, page by page. */
export function useNewsPages() {
  const locale = useSession((state) => state.locale)
  return usePages(['content', 'news', 'pages', locale], (page) => call(newsList, { query: { limit: '20', ...page } }))
}

/** How many announcements the reader has not opened; 0 for a guest, and until it is known. */
export function useUnreadNews(): number {
  const locale = useSession((state) => state.locale)
  const isSignedIn = useSession((state) => tokenOf(state) !== null)
  const { data } = useQuery({
    queryKey: ['content', 'news', 'unread', locale],
    queryFn: () => call(newsUnread, {}),
    enabled: isSignedIn,
    staleTime: freshForMs,
    refetchInterval: freshForMs,
  })
  return data?.count ?? 0
}
