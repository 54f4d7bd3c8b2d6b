import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { LogoMark } from '@truemark/ui/marks/Logo'
import { loadLate } from '@truemark/ui/primitives/lazyPart'
import { onFileMissing, onLoginRequired, tellFileMissing } from '../data/api.ts'
import { hasNetwork } from '@truemark/client/page'
import { ApiError } from '@truemark/protocol/calling'
import { appData } from '../data/appData.ts'
import { setReconnecting } from '../data/link.ts'
import { marketsQuery } from '../data/marketsQuery.ts'
import { onTokenChange, session, tokenOf } from '../data/session.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'
import { messagesQuery } from '../i18n/messagesQuery.ts'
import { isOpenPath } from '../identity/guard.ts'
import { takeFirstFigures } from './firstFigures.ts'
import { FailedScreen } from './FailedScreen.tsx'
import { firstPage } from './firstPage.ts'
import { Guard } from '../parts/Guard.tsx'
import { browserHistory } from '../parts/router/history.ts'
import { RouterContext } from '../parts/router/useRouter.ts'
import { reportCrash } from './reportCrash.ts'
import { createAppRouter } from './router.ts'
import { Shell } from './Shell.tsx'
import { StartFailed } from './StartFailed.tsx'
import { updateStore } from './updateStore.ts'
import { keepApp } from './updates.ts'

const retriesMax = 2
/** How long the first drawing waits for what lacks: not long on an empty page, longer where the server's frame shows it all. */
const patienceMs = { empty: 1_000, framed: 5_000 } as const

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

const router = createAppRouter(browserHistory())
const isBrought = takeFirstFigures(queries)

/** What nobody waits for: whether the server's past is the one that it showed this browser before. */
const rememberAfterMs = 10_000
void firstPage(rememberAfterMs)
  .then(() => import('../transparency/remember.ts'))
  .then(({ lookAtVisit }) => lookAtVisit())
  .catch(() => undefined)

keepApp((path) => void router.navigate({ href: path }))

onLoginRequired(() => {
  const { pathname, href } = router.place()
  if (!isOpenPath(pathname)) void router.navigate({ to: '/login', search: { redirect: href }, replace: true })
})

// Another account, or none: nothing of the last one may stand on the screen, and the guard looks again.
onTokenChange(() => {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'messages' })
  void appData(true).catch(() => undefined)
  void router.look()
})

// The account and the markets, which most screens show, are asked for while the first of them is still to be drawn.
if (tokenOf(session.getState()) !== null) void queries.prefetchQuery(marketsQuery)
// A file that is gone, though there is a network, went with its version: the page is to be loaded anew.
onFileMissing(() => updateStore.setState({ replaced: true }))

// What is heard comes over what was fetched, and so after its screen. While it is not there what is shown may be old.
const liveLateMs = 3_000
const late = setTimeout(() => setReconnecting(tokenOf(session.getState()) !== null), liveLateMs)
void loadLate(() => import('../data/live.ts'))
  .then(({ startLive }) => {
    clearTimeout(late)
    setReconnecting(false)
    startLive(queries)
  })
  .catch((failure: unknown) => {
    reportCrash(failure)
    tellFileMissing()
  })
// Refusals are read by a file of their own, which is to be there whatever becomes of the files after this page.
void firstPage(rememberAfterMs)
  .then(() => import('@truemark/protocol/refusal'))
  .catch(() => undefined)

// Without a network nothing is to be waited for.
function lacking(): Promise<unknown>[] {
  const asked = appData().catch(() => undefined)
  return isBrought || !hasNetwork() ? [] : [asked]
}

/** Whether the server's first frame of the screen stands on the page. */
const isFramed = document.querySelector('#root > [inert]') !== null
const texts = queries.prefetchQuery(messagesQuery(session.getState().locale))

/**
 * Settles once the first screen can be drawn as a whole, so that nothing moves that already stands there: with its code,
 * its texts and the app's data; or, once there are texts to say so, without what lacks after a while. No mark and no
 * skeleton takes the place of a frame that says more.
 */
export const firstScreen: Promise<unknown> = Promise.all([
  isFramed ? texts : Promise.race([texts, firstPage(patienceMs.empty)]),
  Promise.race([
    Promise.allSettled([router.look(), ...lacking()]),
    firstPage(isFramed ? patienceMs.framed : patienceMs.empty),
  ]),
])

/** The whole app: its texts, its queries, its routes. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider waiting={<Waiting />} failed={(retry) => <StartFailed onRetry={retry} />}>
        <RouterContext value={router}>
          <Guard at="" Failed={FailedScreen}>
            <Shell />
          </Guard>
        </RouterContext>
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
