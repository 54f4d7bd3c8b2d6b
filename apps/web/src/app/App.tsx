import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { LogoMark } from '@truemark/ui/marks/Logo'
import { onLoginRequired } from '../data/api.ts'
import { ApiError } from '@truemark/protocol/calling'
import { appData } from '../data/appData.ts'
import { startLive } from '../data/live.ts'
import { marketsQuery } from '../data/markets.ts'
import { session, tokenOf } from '../data/session.ts'
import { LanguageProvider } from '../reader/LanguageProvider.tsx'
import { isOpenPath } from '../identity/guard.ts'
import { firstPage } from './firstPage.ts'
import { keepApp } from './updates.ts'
import { createAppRouter } from './router.tsx'
import { StartFailed } from './StartFailed.tsx'
import './staticData.ts'

const retriesMax = 2
/** How long the first page waits for the app's data, in ms: with it nothing moves that already stands there. */
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

keepApp((path) => void router.navigate({ href: path }))

onLoginRequired(() => {
  const { pathname, href } = router.state.location
  if (!isOpenPath(pathname)) void router.navigate({ to: '/login', search: { redirect: href }, replace: true })
})

// Another account, or none: nothing of the last one may stand on the screen, and the guard looks again.
let token = tokenOf(session.getState())
session.subscribe((state) => {
  const next = tokenOf(state)
  if (next === token) return
  token = next
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'messages' })
  void appData(true).catch(() => undefined)
  void router.invalidate()
})

// What all screens need, and the markets of most, is asked for while the first of them is still being drawn. Screens say
// themselves what they lack.
const known = Promise.race([appData().catch(() => undefined), firstPage(patienceMs)])
if (token !== null) void queries.prefetchQuery(marketsQuery)
startLive()

/** The whole app: its texts, its queries, its routes. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider known={known} waiting={<Waiting />} failed={(retry) => <StartFailed onRetry={retry} />}>
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
