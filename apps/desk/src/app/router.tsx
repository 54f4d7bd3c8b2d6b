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
import { readAuditChoice } from '../audit/choice.ts'
import { session } from '../data/session.ts'
import { readPeopleChoice } from '../people/choice.ts'
import { FailedScreen, MissingScreen, WaitingScreen } from './FailedScreen.tsx'
import { Root } from './Root.tsx'
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
  component: lazyRouteComponent(() => import('../overview/OverviewScreen.tsx'), 'OverviewScreen'),
})

const approvals = createRoute({
  getParentRoute: () => desk,
  path: '/approvals',
  component: lazyRouteComponent(() => import('../approvals/ApprovalsScreen.tsx'), 'ApprovalsScreen'),
})

const deposits = createRoute({
  getParentRoute: () => desk,
  path: '/deposits',
  component: lazyRouteComponent(() => import('../cashier/DepositsScreen.tsx'), 'DepositsScreen'),
})

const withdrawals = createRoute({
  getParentRoute: () => desk,
  path: '/withdrawals',
  component: lazyRouteComponent(() => import('../cashier/WithdrawalsScreen.tsx'), 'WithdrawalsScreen'),
})

const treasury = createRoute({
  getParentRoute: () => desk,
  path: '/treasury',
  component: lazyRouteComponent(() => import('../treasury/TreasuryScreen.tsx'), 'TreasuryScreen'),
})

const wallet = createRoute({
  getParentRoute: () => desk,
  path: '/wallet',
  component: lazyRouteComponent(() => import('../wallet/WalletScreen.tsx'), 'WalletScreen'),
})

const operators = createRoute({
  getParentRoute: () => desk,
  path: '/operators',
  component: lazyRouteComponent(() => import('../operators/OperatorsScreen.tsx'), 'OperatorsScreen'),
})

const users = createRoute({
  getParentRoute: () => desk,
  path: '/users',
  validateSearch: readPeopleChoice,
  component: lazyRouteComponent(() => import('../people/UsersScreen.tsx'), 'UsersScreen'),
})

const user = createRoute({
  getParentRoute: () => desk,
  path: '/users/$uid',
  component: lazyRouteComponent(() => import('../people/UserScreen.tsx'), 'UserScreen'),
})

const verifications = createRoute({
  getParentRoute: () => desk,
  path: '/verifications',
  component: lazyRouteComponent(() => import('../verification/VerificationsScreen.tsx'), 'VerificationsScreen'),
})

const verification = createRoute({
  getParentRoute: () => desk,
  path: '/verifications/$id',
  component: lazyRouteComponent(() => import('../verification/VerificationScreen.tsx'), 'VerificationScreen'),
})

const support = createRoute({
  getParentRoute: () => desk,
  path: '/support',
  component: lazyRouteComponent(() => import('../support/ChatsScreen.tsx'), 'ChatsScreen'),
})

const supportOne = createRoute({
  getParentRoute: () => desk,
  path: '/support/$id',
  component: lazyRouteComponent(() => import('../support/ChatsScreen.tsx'), 'ChatsScreen'),
})

const canned = createRoute({
  getParentRoute: () => desk,
  path: '/support/canned',
  component: lazyRouteComponent(() => import('../support/CannedScreen.tsx'), 'CannedScreen'),
})

const tickets = createRoute({
  getParentRoute: () => desk,
  path: '/tickets',
  component: lazyRouteComponent(() => import('../support/TicketsScreen.tsx'), 'TicketsScreen'),
})

const ticket = createRoute({
  getParentRoute: () => desk,
  path: '/tickets/$id',
  component: lazyRouteComponent(() => import('../support/TicketScreen.tsx'), 'TicketScreen'),
})

const outbox = createRoute({
  getParentRoute: () => desk,
  path: '/outbox',
  component: lazyRouteComponent(() => import('../outbox/OutboxScreen.tsx'), 'OutboxScreen'),
})

const markets = createRoute({
  getParentRoute: () => desk,
  path: '/markets',
  component: lazyRouteComponent(() => import('../markets/MarketsScreen.tsx'), 'MarketsScreen'),
})

const feed = createRoute({
  getParentRoute: () => desk,
  path: '/feed',
  component: lazyRouteComponent(() => import('../feed/FeedScreen.tsx'), 'FeedScreen'),
})

const exposure = createRoute({
  getParentRoute: () => desk,
  path: '/exposure',
  component: lazyRouteComponent(() => import('../exposure/ExposureScreen.tsx'), 'ExposureScreen'),
})

const leverage = createRoute({
  getParentRoute: () => desk,
  path: '/leverage',
  component: lazyRouteComponent(() => import('../leverage/LeverageScreen.tsx'), 'LeverageScreen'),
})

const options = createRoute({
  getParentRoute: () => desk,
  path: '/options',
  component: lazyRouteComponent(() => import('../options/OptionsScreen.tsx'), 'OptionsScreen'),
})

const mining = createRoute({
  getParentRoute: () => desk,
  path: '/mining',
  component: lazyRouteComponent(() => import('../mining/MiningScreen.tsx'), 'MiningScreen'),
})

const wealth = createRoute({
  getParentRoute: () => desk,
  path: '/wealth',
  component: lazyRouteComponent(() => import('../wealth/WealthScreen.tsx'), 'WealthScreen'),
})

const invest = createRoute({
  getParentRoute: () => desk,
  path: '/invest',
  component: lazyRouteComponent(() => import('../invest/InvestScreen.tsx'), 'InvestScreen'),
})

const ieo = createRoute({
  getParentRoute: () => desk,
  path: '/ieo',
  component: lazyRouteComponent(() => import('../ieo/IeoScreen.tsx'), 'IeoScreen'),
})

const products = createRoute({
  getParentRoute: () => desk,
  path: '/products',
  component: lazyRouteComponent(() => import('../products/ProductsScreen.tsx'), 'ProductsScreen'),
})

const house = createRoute({
  getParentRoute: () => desk,
  path: '/house',
  component: lazyRouteComponent(() => import('../house/HouseScreen.tsx'), 'HouseScreen'),
})

const insurance = createRoute({
  getParentRoute: () => desk,
  path: '/insurance',
  component: lazyRouteComponent(() => import('../insurance/InsuranceScreen.tsx'), 'InsuranceScreen'),
})

const liquidations = createRoute({
  getParentRoute: () => desk,
  path: '/liquidations',
  component: lazyRouteComponent(() => import('../insurance/LiquidationsScreen.tsx'), 'LiquidationsScreen'),
})

const appData = createRoute({
  getParentRoute: () => desk,
  path: '/app-data',
  component: lazyRouteComponent(() => import('../settings/AppDataScreen.tsx'), 'AppDataScreen'),
})

const contents = createRoute({
  getParentRoute: () => desk,
  path: '/contents',
  component: lazyRouteComponent(() => import('../publication/ContentsScreen.tsx'), 'ContentsScreen'),
})

const content = createRoute({
  getParentRoute: () => desk,
  path: '/contents/$id',
  component: lazyRouteComponent(() => import('../publication/PieceScreen.tsx'), 'PieceScreen'),
})

const proofs = createRoute({
  getParentRoute: () => desk,
  path: '/proofs',
  component: lazyRouteComponent(() => import('../proofs/ProofsScreen.tsx'), 'ProofsScreen'),
})

const certificates = createRoute({
  getParentRoute: () => desk,
  path: '/certificates',
  component: lazyRouteComponent(() => import('../publication/CertificatesScreen.tsx'), 'CertificatesScreen'),
})

const inviteCodes = createRoute({
  getParentRoute: () => desk,
  path: '/invite-codes',
  component: lazyRouteComponent(() => import('../invites/InviteCodesScreen.tsx'), 'InviteCodesScreen'),
})

const audit = createRoute({
  getParentRoute: () => desk,
  path: '/audit',
  validateSearch: readAuditChoice,
  component: lazyRouteComponent(() => import('../audit/AuditScreen.tsx'), 'AuditScreen'),
})

const security = createRoute({
  getParentRoute: () => desk,
  path: '/security',
  component: lazyRouteComponent(() => import('../security/SecurityScreen.tsx'), 'SecurityScreen'),
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
