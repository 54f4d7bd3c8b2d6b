import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { session, tokenOf } from '../data/session.ts'
import { FailedScreen, WaitingScreen } from './FailedScreen.tsx'
import { isOpenPath } from '../identity/guard.ts'
import { targetOf } from './lastProduct.ts'
import { lazyScreen } from './lazyScreen.ts'
import { redirects, screens, type ScreenRow } from './routeTable.ts'
import { Shell } from './Shell.tsx'

const MissingScreen = lazyScreen('missing', () => import('./MissingScreen.tsx').then((m) => m.MissingScreen))

const root = createRootRoute({
  component: Shell,
  notFoundComponent: MissingScreen,
  beforeLoad({ location }) {
    if (tokenOf(session.getState()) !== null || isOpenPath(location.pathname)) return
    redirect({ to: '/login', search: { redirect: location.href }, replace: true, throw: true })
  },
})

function routeOf(row: ScreenRow): AnyRoute {
  const staticData = { screen: row.name, ...(row.menu ? { menu: true } : {}) }
  return createRoute({
    getParentRoute: () => root,
    path: row.path,
    staticData,
    component: lazyScreen(row.path, row.load),
  })
}

function redirectOf(row: (typeof redirects)[number]): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path: row.from,
    beforeLoad({ params }) {
      redirect({ to: targetOf(row), params, replace: true, throw: true })
    },
  })
}

/** Makes the router over the one route table; where there is no page, `history` says which path it stands at. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    ...(history === undefined ? {} : { history }),
    routeTree: root.addChildren([...screens.map(routeOf), ...redirects.map(redirectOf)]),
    scrollRestoration: history === undefined,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: WaitingScreen,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: MissingScreen,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
