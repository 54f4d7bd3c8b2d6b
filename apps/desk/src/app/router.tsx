import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { LinkScreen } from '../access/LinkScreen.tsx'
import { LoginScreen } from '../access/LoginScreen.tsx'
import { readAuditChoice } from '../audit/choice.ts'
import { session } from '../data/session.ts'
import { readPeopleChoice } from '../people/choice.ts'
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

const overview = createRoute({
  getParentRoute: () => desk,
  path: '/overview',
  component: screen(
    () => import('../overview/OverviewScreen.tsx'),
    'OverviewScreen',
    'audit',
    'outbox',
    'overview',
    'products',
    'users',
  ),
})

const approvals = createRoute({
  getParentRoute: () => desk,
  path: '/approvals',
  component: screen(
    () => import('../approvals/ApprovalsScreen.tsx'),
    'ApprovalsScreen',
    'approvals',
    'leverage',
    'operators',
    'options',
    'symbols',
    'users',
  ),
})

const deposits = createRoute({
  getParentRoute: () => desk,
  path: '/deposits',
  component: screen(() => import('../cashier/DepositsScreen.tsx'), 'DepositsScreen', 'cashier', 'users'),
})

const withdrawals = createRoute({
  getParentRoute: () => desk,
  path: '/withdrawals',
  component: screen(() => import('../cashier/WithdrawalsScreen.tsx'), 'WithdrawalsScreen', 'cashier', 'users'),
})

const treasury = createRoute({
  getParentRoute: () => desk,
  path: '/treasury',
  component: screen(() => import('../treasury/TreasuryScreen.tsx'), 'TreasuryScreen', 'treasury', 'users'),
})

const wallet = createRoute({
  getParentRoute: () => desk,
  path: '/wallet',
  component: screen(
    () => import('../wallet/WalletScreen.tsx'),
    'WalletScreen',
    'cashier',
    'networks',
    'treasury',
    'walletTerms',
  ),
})

const operators = createRoute({
  getParentRoute: () => desk,
  path: '/operators',
  component: screen(
    () => import('../operators/OperatorsScreen.tsx'),
    'OperatorsScreen',
    'approvals',
    'leverage',
    'operators',
    'options',
    'symbols',
    'users',
  ),
})

const users = createRoute({
  getParentRoute: () => desk,
  path: '/users',
  validateSearch: readPeopleChoice,
  component: screen(() => import('../people/UsersScreen.tsx'), 'UsersScreen', 'users'),
})

const user = createRoute({
  getParentRoute: () => desk,
  path: '/users/$uid',
  component: screen(() => import('../people/UserScreen.tsx'), 'UserScreen', 'audit', 'users'),
})

const verifications = createRoute({
  getParentRoute: () => desk,
  path: '/verifications',
  component: screen(() => import('../verification/VerificationsScreen.tsx'), 'VerificationsScreen', 'verification'),
})

const verification = createRoute({
  getParentRoute: () => desk,
  path: '/verifications/$id',
  component: screen(() => import('../verification/VerificationScreen.tsx'), 'VerificationScreen', 'verification'),
})

const support = createRoute({
  getParentRoute: () => desk,
  path: '/support',
  component: screen(() => import('../support/ChatsScreen.tsx'), 'ChatsScreen', 'cashier', 'support'),
})

const supportOne = createRoute({
  getParentRoute: () => desk,
  path: '/support/$id',
  component: screen(() => import('../support/ChatsScreen.tsx'), 'ChatsScreen', 'cashier', 'support'),
})

const canned = createRoute({
  getParentRoute: () => desk,
  path: '/support/canned',
  component: screen(() => import('../support/CannedScreen.tsx'), 'CannedScreen', 'support'),
})

const tickets = createRoute({
  getParentRoute: () => desk,
  path: '/tickets',
  component: screen(() => import('../support/TicketsScreen.tsx'), 'TicketsScreen', 'cashier', 'support'),
})

const ticket = createRoute({
  getParentRoute: () => desk,
  path: '/tickets/$id',
  component: screen(() => import('../support/TicketScreen.tsx'), 'TicketScreen', 'support'),
})

const outbox = createRoute({
  getParentRoute: () => desk,
  path: '/outbox',
  component: screen(() => import('../outbox/OutboxScreen.tsx'), 'OutboxScreen', 'outbox'),
})

const markets = createRoute({
  getParentRoute: () => desk,
  path: '/markets',
  component: screen(() => import('../markets/MarketsScreen.tsx'), 'MarketsScreen', 'symbols', 'users'),
})

const feed = createRoute({
  getParentRoute: () => desk,
  path: '/feed',
  component: screen(() => import('../feed/FeedScreen.tsx'), 'FeedScreen', 'feed', 'symbols'),
})

const exposure = createRoute({
  getParentRoute: () => desk,
  path: '/exposure',
  component: screen(() => import('../exposure/ExposureScreen.tsx'), 'ExposureScreen', 'exposure'),
})

const leverage = createRoute({
  getParentRoute: () => desk,
  path: '/leverage',
  component: screen(() => import('../leverage/LeverageScreen.tsx'), 'LeverageScreen', 'leverage', 'symbols', 'users'),
})

const options = createRoute({
  getParentRoute: () => desk,
  path: '/options',
  component: screen(() => import('../options/OptionsScreen.tsx'), 'OptionsScreen', 'options'),
})

const mining = createRoute({
  getParentRoute: () => desk,
  path: '/mining',
  component: screen(() => import('../mining/MiningScreen.tsx'), 'MiningScreen', 'draft', 'mining'),
})

const wealth = createRoute({
  getParentRoute: () => desk,
  path: '/wealth',
  component: screen(() => import('../wealth/WealthScreen.tsx'), 'WealthScreen', 'draft', 'wealth'),
})

const invest = createRoute({
  getParentRoute: () => desk,
  path: '/invest',
  component: screen(() => import('../invest/InvestScreen.tsx'), 'InvestScreen', 'draft', 'invest'),
})

const ieo = createRoute({
  getParentRoute: () => desk,
  path: '/ieo',
  component: screen(() => import('../ieo/IeoScreen.tsx'), 'IeoScreen', 'draft', 'ieo'),
})

const products = createRoute({
  getParentRoute: () => desk,
  path: '/products',
  component: screen(() => import('../products/ProductsScreen.tsx'), 'ProductsScreen', 'mail', 'products'),
})

const house = createRoute({
  getParentRoute: () => desk,
  path: '/house',
  component: screen(
    () => import('../house/HouseScreen.tsx'),
    'HouseScreen',
    'exposure',
    'house',
    'leverage',
    'options',
    'products',
  ),
})

const insurance = createRoute({
  getParentRoute: () => desk,
  path: '/insurance',
  component: screen(() => import('../insurance/InsuranceScreen.tsx'), 'InsuranceScreen', 'insurance'),
})

const liquidations = createRoute({
  getParentRoute: () => desk,
  path: '/liquidations',
  component: screen(() => import('../insurance/LiquidationsScreen.tsx'), 'LiquidationsScreen', 'house', 'liquidations'),
})

const appData = createRoute({
  getParentRoute: () => desk,
  path: '/app-data',
  component: screen(() => import('../settings/AppDataScreen.tsx'), 'AppDataScreen', 'appData'),
})

const contents = createRoute({
  getParentRoute: () => desk,
  path: '/contents',
  component: screen(() => import('../publication/ContentsScreen.tsx'), 'ContentsScreen', 'contents'),
})

const content = createRoute({
  getParentRoute: () => desk,
  path: '/contents/$id',
  component: screen(() => import('../publication/PieceScreen.tsx'), 'PieceScreen', 'contents'),
})

const proofs = createRoute({
  getParentRoute: () => desk,
  path: '/proofs',
  component: screen(() => import('../proofs/ProofsScreen.tsx'), 'ProofsScreen', 'proofs'),
})

const certificates = createRoute({
  getParentRoute: () => desk,
  path: '/certificates',
  component: screen(() => import('../publication/CertificatesScreen.tsx'), 'CertificatesScreen', 'certificates'),
})

const inviteCodes = createRoute({
  getParentRoute: () => desk,
  path: '/invite-codes',
  component: screen(() => import('../invites/InviteCodesScreen.tsx'), 'InviteCodesScreen', 'inviteCodes'),
})

const audit = createRoute({
  getParentRoute: () => desk,
  path: '/audit',
  validateSearch: readAuditChoice,
  component: screen(() => import('../audit/AuditScreen.tsx'), 'AuditScreen', 'audit'),
})

const security = createRoute({
  getParentRoute: () => desk,
  path: '/security',
  component: screen(() => import('../security/SecurityScreen.tsx'), 'SecurityScreen', 'security'),
})

const screens = [
  start,
  overview,
  approvals,
  deposits,
  withdrawals,
  treasury,
  wallet,
  operators,
  verifications,
  verification,
  users,
  user,
  support,
  supportOne,
  canned,
  tickets,
  ticket,
  outbox,
  markets,
  feed,
  leverage,
  options,
  mining,
  invest,
  wealth,
  ieo,
  products,
  house,
  exposure,
  insurance,
  liquidations,
  appData,
  contents,
  content,
  certificates,
  proofs,
  inviteCodes,
  audit,
  security,
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
