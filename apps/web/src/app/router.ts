import { session, tokenOf } from '../data/session.ts'
import { isOpenPath } from '../identity/guard.ts'
import type { RouterHistory } from '../parts/router/history.ts'
import { type Place, hrefOf } from '../parts/router/place.ts'
import { type Found, type Router, createRouter } from '../parts/router/router.ts'
import { loadOnceMore, pageReloading } from './onceMore.ts'
import type { ScreenRow } from '../parts/router/screenRow.ts'
import { redirectAt, screenAt } from './screenAhead.ts'

/** Makes the router over the one route table. */
export function createAppRouter(history: RouterHistory): Router {
  return createRouter({ history, find })
}

function find({ pathname, href }: Place): Found | string {
  if (tokenOf(session.getState()) === null && !isOpenPath(pathname)) {
    return hrefOf({ to: '/login', search: { redirect: href } })
  }
  const screen = screenAt(pathname)
  if (screen) return foundOf(screen.row.path, screen.params, screen.row.load)
  const redirect = redirectAt(pathname)
  return redirect ? hrefOf(redirect) : foundOf('missing', {}, missing)
}

const missing: ScreenRow['load'] = () => import('./MissingScreen.tsx').then((m) => m.MissingScreen)

function foundOf(key: string, params: Found['params'], load: ScreenRow['load']): Found {
  return { key, params, preload: load, load: () => loadOnceMore(key, load, pageReloading()) }
}
