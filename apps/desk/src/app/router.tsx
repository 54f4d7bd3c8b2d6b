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
import { screen, type ScreenParts } from './screen.tsx'
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

const drawn = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => desk, path, component })

/** A screen of the desk at its path. */
const at = <Path extends string, Name extends string>(path: Path, ...parts: ScreenParts<Name>) =>
  drawn(path, screen(...parts))

const users = createRoute({
  getParentRoute: () => desk,
  path: '/users',
  validateSearch: readPeopleChoice,
  component: screen(() => import('../people/UsersScreen.tsx'), 'UsersScreen', ['users']),
})

const audit = createRoute({
  getParentRoute: () => desk,
  path: '/audit',
  validateSearch: readAuditChoice,
  component: screen(() => import('../audit/AuditScreen.tsx'), 'AuditScreen', ['audit']),
})

const screens = [
  start,
  at('/overview', () => import('../overview/OverviewScreen.tsx'), 'OverviewScreen', [
    'audit',
    'outbox',
    'overview',
    'products',
    'users',
  ]),
  at('/approvals', () => import('../approvals/ApprovalsScreen.tsx'), 'ApprovalsScreen', [
    'approvals',
    'leverage',
    'listing',
    'operators',
    'options',
    'symbols',
    'users',
  ]),
  at('/deposits', () => import('../cashier/DepositsScreen.tsx'), 'DepositsScreen', ['cashier', 'users']),
  at('/payments-seen', () => import('../chain/ChainScreen.tsx'), 'ChainScreen', ['chain']),
  at('/withdrawals', () => import('../cashier/WithdrawalsScreen.tsx'), 'WithdrawalsScreen', [
    'cashier',
    'chain',
    'payouts',
    'users',
  ]),
  at('/treasury', () => import('../treasury/TreasuryScreen.tsx'), 'TreasuryScreen', ['treasury', 'users']),
  at('/wallet', () => import('../wallet/WalletScreen.tsx'), 'WalletScreen', [
    'cashier',
    'networks',
    'treasury',
    'walletTerms',
  ]),
  at('/operators', () => import('../operators/OperatorsScreen.tsx'), 'OperatorsScreen', [
    'approvals',
    'operators',
    'users',
  ]),
  users,
  at('/users/$uid', () => import('../people/UserScreen.tsx'), 'UserScreen', ['audit', 'users']),
  at('/client-errors', () => import('../clientErrors/ClientErrorsScreen.tsx'), 'ClientErrorsScreen', ['clientErrors']),
  at('/second-factors', () => import('../people/FactorResetsScreen.tsx'), 'FactorResetsScreen', ['users']),
  at('/verifications', () => import('../verification/VerificationsScreen.tsx'), 'VerificationsScreen', [
    'verification',
  ]),
  at('/verifications/$id', () => import('../verification/VerificationScreen.tsx'), 'VerificationScreen', [
    'verification',
  ]),
  at('/support', () => import('../support/ChatsScreen.tsx'), 'ChatsScreen', ['cashier', 'support']),
  at('/support/$id', () => import('../support/ChatsScreen.tsx'), 'ChatsScreen', ['cashier', 'support']),
  at('/support/canned', () => import('../support/CannedScreen.tsx'), 'CannedScreen', ['support']),
  at('/tickets', () => import('../support/TicketsScreen.tsx'), 'TicketsScreen', ['cashier', 'support']),
  at('/tickets/$id', () => import('../support/TicketScreen.tsx'), 'TicketScreen', ['support']),
  at('/outbox', () => import('../outbox/OutboxScreen.tsx'), 'OutboxScreen', ['outbox']),
  at('/markets', () => import('../markets/MarketsScreen.tsx'), 'MarketsScreen', ['symbols', 'users']),
  at('/listings', () => import('../listing/ListingScreen.tsx'), 'ListingScreen', ['feed', 'listing', 'symbols']),
  at('/feed', () => import('../feed/FeedScreen.tsx'), 'FeedScreen', ['feed', 'symbols']),
  at('/exposure', () => import('../exposure/ExposureScreen.tsx'), 'ExposureScreen', ['exposure']),
  at('/leverage', () => import('../leverage/LeverageScreen.tsx'), 'LeverageScreen', ['leverage', 'symbols', 'users']),
  at('/options', () => import('../options/OptionsScreen.tsx'), 'OptionsScreen', ['options', 'symbols']),
  ...productSections.map(({ path, component }) => drawn(path, component)),
  at('/wealth', () => import('../wealth/WealthScreen.tsx'), 'WealthScreen', ['draft', 'wealth']),
  at('/products', () => import('../products/ProductsScreen.tsx'), 'ProductsScreen', ['mail', 'products']),
  at('/house', () => import('../house/HouseScreen.tsx'), 'HouseScreen', [
    'exposure',
    'house',
    'leverage',
    'options',
    'products',
  ]),
  at('/insurance', () => import('../insurance/InsuranceScreen.tsx'), 'InsuranceScreen', ['insurance']),
  at('/liquidations', () => import('../insurance/LiquidationsScreen.tsx'), 'LiquidationsScreen', [
    'house',
    'liquidations',
  ]),
  at('/app-data', () => import('../settings/AppDataScreen.tsx'), 'AppDataScreen', ['appData', 'draft']),
  at('/contents', () => import('../publication/ContentsScreen.tsx'), 'ContentsScreen', ['contents']),
  at('/contents/$id', () => import('../publication/PieceScreen.tsx'), 'PieceScreen', ['contents']),
  at('/proofs', () => import('../proofs/ProofsScreen.tsx'), 'ProofsScreen', ['proofs']),
  at('/certificates', () => import('../publication/CertificatesScreen.tsx'), 'CertificatesScreen', ['certificates']),
  at('/invite-codes', () => import('../invites/InviteCodesScreen.tsx'), 'InviteCodesScreen', ['inviteCodes']),
  audit,
  at('/security', () => import('../security/SecurityScreen.tsx'), 'SecurityScreen', ['security']),
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
