import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { LinkScreen } from '../access/LinkScreen.tsx'
import { LoginScreen } from '../access/LoginScreen.tsx'
import { session } from '../data/session.ts'
import { FailedScreen, MissingScreen, WaitingScreen } from './FailedScreen.tsx'
import { Root } from './Root.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: MissingScreen })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginScreen,
  beforeLoad() {
    if (session.get() !== null) redirect({ to: '/overview', replace: true, throw: true })
  },
})

const link = createRoute({ getParentRoute: () => root, path: '/link/$token', component: LinkScreen })

const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  component: Shell,
  beforeLoad() {
    if (session.get() === null) redirect({ to: '/login', replace: true, throw: true })
  },
})

const start = createRoute({
  getParentRoute: () => desk,
  path: '/',
  beforeLoad: () => redirect({ to: '/overview', replace: true, throw: true }),
})

const overview = createRoute({
  getParentRoute: () => desk,
  path: '/overview',
  component: lazyRouteComponent(() => import('../overview/OverviewScreen.tsx'), 'OverviewScreen'),
})

/** Makes the router; its paths stand behind the # so that a one-time link never reaches a server's log. */
export function createDeskRouter() {
  return createRouter({
    routeTree: root.addChildren([login, link, desk.addChildren([start, overview])]),
    history: createHashHistory(),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: WaitingScreen,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: MissingScreen,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDeskRouter>
  }
}
