import type { Access } from '@truemark/protocol/access'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Bug,
  ChartCandlestick,
  CheckCheck,
  Coins,
  FileText,
  Flame,
  Globe,
  IdCard,
  Inbox,
  KeyRound,
  Landmark,
  Layers,
  Radar,
  RadioTower,
  LayoutDashboard,
  ListChecks,
  ListPlus,
  LockKeyholeOpen,
  Mail,
  MessagesSquare,
  Scale,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Ticket,
  Timer,
  UserCog,
  Users,
  Vault,
  WalletCards,
  type LucideIcon,
} from 'lucide-react'
import type { Messages } from '../i18n/messages.ts'
import { productSections } from './products.ts'

/** The menu, in its order. */
export const sections = [
  { path: '/overview', name: 'overview', access: 'desk', icon: LayoutDashboard },
  { path: '/approvals', name: 'approvals', access: 'desk', icon: CheckCheck },
  { path: '/deposits', name: 'deposits', access: 'desk_wallet', icon: ArrowDownToLine },
  { path: '/payments-seen', name: 'chain', access: 'desk_wallet', icon: Radar },
  { path: '/withdrawals', name: 'withdrawals', access: 'desk_wallet', icon: ArrowUpFromLine },
  { path: '/treasury', name: 'treasury', access: 'desk_wallet', icon: Vault },
  { path: '/wallet', name: 'wallet', access: 'desk_wallet', icon: WalletCards },
  { path: '/verifications', name: 'verification', access: 'desk_verification', icon: IdCard },
  { path: '/users', name: 'users', access: 'desk_people', icon: Users },
  { path: '/second-factors', name: 'factorResets', access: 'desk_people', icon: LockKeyholeOpen },
  { path: '/support', name: 'support', access: 'desk_support', icon: MessagesSquare },
  { path: '/tickets', name: 'tickets', access: 'desk_support', icon: Mail },
  { path: '/outbox', name: 'outbox', access: 'desk_people_write', icon: Inbox },
  { path: '/markets', name: 'symbols', access: 'desk', icon: ChartCandlestick },
  { path: '/listings', name: 'listing', access: 'desk', icon: ListPlus },
  { path: '/feed', name: 'feed', access: 'desk', icon: RadioTower },
  { path: '/leverage', name: 'leverage', access: 'desk', icon: Layers },
  { path: '/options', name: 'options', access: 'desk', icon: Timer },
  ...productSections,
  { path: '/wealth', name: 'wealth', access: 'desk', icon: Coins },
  { path: '/products', name: 'products', access: 'desk', icon: Globe },
  { path: '/house', name: 'house', access: 'desk', icon: Landmark },
  { path: '/exposure', name: 'exposure', access: 'desk', icon: Scale },
  { path: '/insurance', name: 'insurance', access: 'desk', icon: ShieldCheck },
  { path: '/liquidations', name: 'liquidations', access: 'desk', icon: Flame },
  { path: '/app-data', name: 'appData', access: 'desk', icon: SlidersHorizontal },
  { path: '/contents', name: 'contents', access: 'desk', icon: FileText },
  { path: '/certificates', name: 'certificates', access: 'desk', icon: BadgeCheck },
  { path: '/proofs', name: 'proofs', access: 'desk', icon: ScrollText },
  { path: '/invite-codes', name: 'inviteCodes', access: 'desk', icon: Ticket },
  { path: '/operators', name: 'operators', access: 'desk_audit', icon: UserCog },
  { path: '/client-errors', name: 'clientErrors', access: 'desk', icon: Bug },
  { path: '/audit', name: 'audit', access: 'desk_audit', icon: ListChecks },
  { path: '/security', name: 'security', access: 'desk', icon: KeyRound },
] as const satisfies readonly {
  path: string
  name: keyof Messages['desk']['menu']
  access: Access
  icon: LucideIcon
}[]

/** One section of the desk: where it stands, what it is called, and what one must be allowed to do to see it. */
export type Section = (typeof sections)[number]

/** The section that a path belongs to. */
export function sectionAt(path: string): Section | undefined {
  return sections.find((section) => path === section.path || path.startsWith(`${section.path}/`))
}
