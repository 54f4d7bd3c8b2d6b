import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { LogoMark } from '@truemark/ui/marks/Logo'
import { onLoginRequired } from '../data/api.ts'
import { hasNetwork } from '@truemark/client/page'
import { ApiError } from '@truemark/protocol/calling'
import { appData } from '../data/appData.ts'
import { startLive } from '../data/live.ts'
import { marketsQuery } from '../data/markets.ts'
import { onTokenChange, session, tokenOf } from '../data/session.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'
import { messagesQuery } from '../i18n/messagesQuery.ts'
import { isOpenPath } from '../identity/guard.ts'
import { takeFirstFigures } from './firstFigures.ts'
import { firstPage } from './firstPage.ts'
import { keepApp } from './updates.ts'
import { createAppRouter } from './router.tsx'
import { StartFailed } from './StartFailed.tsx'
import './staticData.ts'

const retriesMax = 2
const patienceMs = 1_000

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a screen says so, and nothing that was pressed is sent behind its reader's back later.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, failure) =>
        failures < retriesMax && failure instanceof ApiError && failure.reason === 'network',
    },
    mutations: { networkMode: 'always' },
  },
})

const router = createAppRouter()
const isBrought = takeFirstFigures(queries)

/** What nobody waits for: whether the server's past is the one that it showed this browser before. */
const rememberAfterMs = 10_000
void firstPage(rememberAfterMs)
  .then(() => import('../transparency/remember.ts'))
  .then(({ lookAtVisit }) => lookAtVisit())
  .catch(() => undefined)

keepApp((path) => void router.navigate({ href: path }))

onLoginRequired(() => {
  const { pathname, href } = router.state.location
  if (!isOpenPath(pathname)) void router.navigate({ to: '/login', search: { redirect: href }, replace: true })
})

// Another account, or none: nothing of the last one may stand on the screen, and the guard looks again.
onTokenChange(() => {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'messages' })
  void appData(true).catch(() => undefined)
  void router.invalidate()
})

// The account and the markets, which most screens show, are asked for while the first of them is still to be drawn.
if (tokenOf(session.getState()) !== null) void queries.prefetchQuery(marketsQuery)
startLive()

// Without a network nothing is to be waited for.
function lacking(): Promise<unknown>[] {
  const asked = appData().catch(() => undefined)
  return isBrought || !hasNetwork() ? [] : [asked]
}

/**
 * Settles once the first screen can be drawn as a whole, so that nothing moves that already stands there: with its code,
 * its texts and the app's data; or after a second without what lacks, of which the screen then says so itself.
 */
export const firstScreen: Promise<unknown> = Promise.race([
  Promise.allSettled([queries.prefetchQuery(messagesQuery(session.getState().locale)), router.load(), ...lacking()]),
  firstPage(patienceMs),
])

/** The whole app: its texts, its queries, its routes. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider waiting={<Waiting />} failed={(retry) => <StartFailed onRetry={retry} />}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </QueryClientProvider>
  )
}

function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <LogoMark size={56} />
    </div>
  )
}
