import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { LinkScreen } from '../access/LinkScreen.tsx'
import { LoginScreen } from '../access/LoginScreen.tsx'
import { readAuditChoice } from '../audit/choice.ts'
import { session } from '../data/session.ts'
import { readPeopleChoice } from '../people/choice.ts'
import { productSections } from './products.ts'
import { FailedScreen, MissingScreen, WaitingScreen } from './FailedScreen.tsx'
import { Root } from './Root.tsx'
import { screen } from './screen.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: MissingScreen })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginScreen,
  beforeLoad() {
    if (session.getState() !== null) redirect({ to: '/overview', replace: true, throw: true })
  },
})

const link = createRoute({ getParentRoute: () => root, path: '/link/$token', component: LinkScreen })

const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  component: Shell,
  beforeLoad() {
    if (session.getState() === null) redirect({ to: '/login', replace: true, throw: true })
  },
})

const start = createRoute({
  getParentRoute: () => desk,
  path: '/',
  beforeLoad: () => redirect({ to: '/overview', replace: true, throw: true }),
})

/** A screen of the desk at its path. */
const at = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => desk, path, component })

const users = createRoute({
  getParentRoute: () => desk,
  path: '/users',
  validateSearch: readPeopleChoice,
  component: screen(() => import('../people/UsersScreen.tsx'), 'UsersScreen', 'users'),
})

const audit = createRoute({
  getParentRoute: () => desk,
  path: '/audit',
  validateSearch: readAuditChoice,
  component: screen(() => import('../audit/AuditScreen.tsx'), 'AuditScreen', 'audit'),
})

const screens = [
  start,
  at(
    '/overview',
    screen(
      () => import('../overview/OverviewScreen.tsx'),
      'OverviewScreen',
      'audit',
      'outbox',
      'overview',
      'products',
      'users',
    ),
  ),
  at(
    '/approvals',
    screen(
      () => import('../approvals/ApprovalsScreen.tsx'),
      'ApprovalsScreen',
      'approvals',
      'leverage',
      'listing',
      'operators',
      'options',
      'symbols',
      'users',
    ),
  ),
  at(
    '/deposits',
    screen(() => import('../cashier/DepositsScreen.tsx'), 'DepositsScreen', 'cashier', 'users'),
  ),
  at(
    '/payments-seen',
    screen(() => import('../chain/ChainScreen.tsx'), 'ChainScreen', 'chain'),
  ),
  at(
    '/withdrawals',
    screen(
      () => import('../cashier/WithdrawalsScreen.tsx'),
      'WithdrawalsScreen',
      'cashier',
      'chain',
      'payouts',
      'users',
    ),
  ),
  at(
    '/treasury',
    screen(() => import('../treasury/TreasuryScreen.tsx'), 'TreasuryScreen', 'treasury', 'users'),
  ),
  at(
    '/wallet',
    screen(
      () => import('../wallet/WalletScreen.tsx'),
      'WalletScreen',
      'cashier',
      'networks',
      'treasury',
      'walletTerms',
    ),
  ),
  at(
    '/operators',
    screen(
      () => import('../operators/OperatorsScreen.tsx'),
      'OperatorsScreen',
      'approvals',
      'leverage',
      'listing',
      'operators',
      'options',
      'symbols',
      'users',
    ),
  ),
  users,
  at(
    '/users/$uid',
    screen(() => import('../people/UserScreen.tsx'), 'UserScreen', 'audit', 'users'),
  ),
  at(
    '/client-errors',
    screen(() => import('../clientErrors/ClientErrorsScreen.tsx'), 'ClientErrorsScreen', 'clientErrors'),
  ),
  at(
    '/second-factors',
    screen(() => import('../people/FactorResetsScreen.tsx'), 'FactorResetsScreen', 'users'),
  ),
  at(
    '/verifications',
    screen(() => import('../verification/VerificationsScreen.tsx'), 'VerificationsScreen', 'verification'),
  ),
  at(
    '/verifications/$id',
    screen(() => import('../verification/VerificationScreen.tsx'), 'VerificationScreen', 'verification'),
  ),
  at(
    '/support',
    screen(() => import('../support/ChatsScreen.tsx'), 'ChatsScreen', 'cashier', 'support'),
  ),
  at(
    '/support/$id',
    screen(() => import('../support/ChatsScreen.tsx'), 'ChatsScreen', 'cashier', 'support'),
  ),
  at(
    '/support/canned',
    screen(() => import('../support/CannedScreen.tsx'), 'CannedScreen', 'support'),
  ),
  at(
    '/tickets',
    screen(() => import('../support/TicketsScreen.tsx'), 'TicketsScreen', 'cashier', 'support'),
  ),
  at(
    '/tickets/$id',
    screen(() => import('../support/TicketScreen.tsx'), 'TicketScreen', 'support'),
  ),
  at(
    '/outbox',
    screen(() => import('../outbox/OutboxScreen.tsx'), 'OutboxScreen', 'outbox'),
  ),
  at(
    '/markets',
    screen(() => import('../markets/MarketsScreen.tsx'), 'MarketsScreen', 'symbols', 'users'),
  ),
  at(
    '/listings',
    screen(() => import('../listing/ListingScreen.tsx'), 'ListingScreen', 'feed', 'listing', 'symbols'),
  ),
  at(
    '/feed',
    screen(() => import('../feed/FeedScreen.tsx'), 'FeedScreen', 'feed', 'symbols'),
  ),
  at(
    '/exposure',
    screen(() => import('../exposure/ExposureScreen.tsx'), 'ExposureScreen', 'exposure'),
  ),
  at(
    '/leverage',
    screen(() => import('../leverage/LeverageScreen.tsx'), 'LeverageScreen', 'leverage', 'symbols', 'users'),
  ),
  at(
    '/options',
    screen(() => import('../options/OptionsScreen.tsx'), 'OptionsScreen', 'options', 'symbols'),
  ),
  ...productSections.map(({ path, component }) => at(path, component)),
  at(
    '/wealth',
    screen(() => import('../wealth/WealthScreen.tsx'), 'WealthScreen', 'draft', 'wealth'),
  ),
  at(
    '/products',
    screen(() => import('../products/ProductsScreen.tsx'), 'ProductsScreen', 'mail', 'products'),
  ),
  at(
    '/house',
    screen(
      () => import('../house/HouseScreen.tsx'),
      'HouseScreen',
      'exposure',
      'house',
      'leverage',
      'options',
      'products',
    ),
  ),
  at(
    '/insurance',
    screen(() => import('../insurance/InsuranceScreen.tsx'), 'InsuranceScreen', 'insurance'),
  ),
  at(
    '/liquidations',
    screen(() => import('../insurance/LiquidationsScreen.tsx'), 'LiquidationsScreen', 'house', 'liquidations'),
  ),
  at(
    '/app-data',
    screen(() => import('../settings/AppDataScreen.tsx'), 'AppDataScreen', 'appData', 'draft'),
  ),
  at(
    '/contents',
    screen(() => import('../publication/ContentsScreen.tsx'), 'ContentsScreen', 'contents'),
  ),
  at(
    '/contents/$id',
    screen(() => import('../publication/PieceScreen.tsx'), 'PieceScreen', 'contents'),
  ),
  at(
    '/proofs',
    screen(() => import('../proofs/ProofsScreen.tsx'), 'ProofsScreen', 'proofs'),
  ),
  at(
    '/certificates',
    screen(() => import('../publication/CertificatesScreen.tsx'), 'CertificatesScreen', 'certificates'),
  ),
  at(
    '/invite-codes',
    screen(() => import('../invites/InviteCodesScreen.tsx'), 'InviteCodesScreen', 'inviteCodes'),
  ),
  audit,
  at(
    '/security',
    screen(() => import('../security/SecurityScreen.tsx'), 'SecurityScreen', 'security'),
  ),
] as const

/** Makes the router; its paths stand behind the # so that a one-time link never reaches a server's log. */
export function createDeskRouter() {
  return createRouter({
    routeTree: root.addChildren([login, link, desk.addChildren(screens)]),
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
