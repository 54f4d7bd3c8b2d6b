import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { perProduct } from '@truemark/core/capability/products'
import type { FirstFigures } from '@truemark/protocol/firstFigures'
import type { LocaleId } from '@truemark/protocol/locale'
import type { UserInfo } from '@truemark/protocol/routes/identity'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { renderToStaticMarkup } from 'react-dom/server'
import type { StoreApi } from 'zustand'
import { appDataStore } from '../data/appData.ts'
import { marketsQuery } from '../data/marketsQuery.ts'
import type { Prices } from '../data/priceFold.ts'
import { priceStore } from '../data/prices.ts'
import type { Session } from '../data/keptSession.ts'
import { session } from '../data/session.ts'
import { tabletWidth } from '../i18n/useShape.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'
import { messagesQuery } from '../i18n/messagesQuery.ts'
import { isOpenPath } from '../identity/guard.ts'
import { fixedHistory } from '../parts/router/history.ts'
import { RouterContext } from '../parts/router/useRouter.ts'
import { createAppRouter } from './router.ts'
import { redirects } from './routeTable.ts'
import { screenAhead } from './screenAhead.ts'
import { Shell } from './Shell.tsx'

/** For whom a frame is drawn: of who that is in person it knows nothing. */
type Reader = 'nobody' | 'real' | 'demo'

const someone: UserInfo = {
  uid: '',
  account: '',
  email: '',
  phone: '',
  nickname: '',
  avatar: '',
  country: '',
  lang: 'en',
  realm: 'real',
  guest: true,
  real_name: { primary: 'none', advanced: 'none' },
  products: perProduct(() => true),
  favourites: [],
  two_factor: false,
  created: 0,
}

function sessionOf(reader: Reader, locale: LocaleId): Session {
  const signedIn = { token: '-', userInfo: someone }
  return {
    mode: reader === 'demo' ? 'demo' : 'real',
    real: reader === 'real' ? signedIn : null,
    demo: reader === 'demo' ? signedIn : null,
    locale,
  }
}

function pricesOf(markets: readonly SymbolView[]): Prices {
  const known = markets.flatMap(({ symbol, lastPrice, time }) =>
    lastPrice === null ? [] : [[symbol, { price: lastPrice, time: time ?? 0 }] as const],
  )
  return new Map(known)
}

/** Has a store draw by a state where there is no page: React asks it for its first one there. */
function drawBy<State>(store: StoreApi<State>, state: Partial<State>): void {
  store.setState(state)
  store.getInitialState = store.getState
}

/** The HTML that the app shows first at `path`, before anything of its reader's own is there. */
async function drawFrame(path: string, reader: Reader, locale: LocaleId, { app, markets }: FirstFigures) {
  const queries = new QueryClient()
  await queries.prefetchQuery(messagesQuery(locale))
  queries.setQueryData(marketsQuery.queryKey, [...markets])
  drawBy(session, sessionOf(reader, locale))
  drawBy(appDataStore, { data: app })
  drawBy(priceStore, { prices: pricesOf(markets) })
  const router = createAppRouter(fixedHistory(path))
  await router.look()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <LanguageProvider waiting={null} failed={() => null}>
        <RouterContext value={router}>
          <Shell />
        </RouterContext>
      </LanguageProvider>
    </QueryClientProvider>,
  )
  queries.clear()
  return html
}

interface Frame {
  /** The readers whom it is for, by their names, with a space between. */
  readonly reader: string
  /** The width of the window, in CSS pixels, from which on it does not fit; null where it always does. */
  readonly below: number | null
  readonly html: string
}

// Where there is no page, the router follows no redirect.
async function drawAll(asked: string, locale: LocaleId, figures: FirstFigures): Promise<readonly Frame[]> {
  const path = redirects.find(({ from }) => from === asked)?.to ?? asked
  const draw = (at: string, reader: Reader) => drawFrame(at, reader, locale, figures)
  if (isOpenPath(path)) return [{ reader: 'nobody real demo', below: null, html: await draw(path, 'nobody') }]
  const below = path.startsWith('/market/trade/') ? tabletWidth : null
  return [
    { reader: 'nobody', below: null, html: await draw('/login', 'nobody') },
    { reader: 'real', below, html: await draw(path, 'real') },
    { reader: 'demo', below, html: await draw(path, 'demo') },
  ]
}

// the first to ask would wait for the code as well
for (const path of ['/home', '/market/trading', '/assetsInfo', '/market/trade/coins/-', '/login']) {
  await screenAhead(path, true)?.load()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Draws the first frames of the screen at `path`, one for each kind of reader. Where there is no page this is the program,
 * and the stores stand once in it: so it draws one after the other.
 */
export function drawFrames(path: string, locale: LocaleId, figures: FirstFigures): Promise<readonly Frame[]> {
  const drawn = last.then(() => drawAll(path, locale, figures))
  last = drawn.catch(() => undefined)
  return drawn
}
