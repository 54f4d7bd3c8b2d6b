import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, ReceiptText, Repeat } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { actionClass, discClass } from './actionClass.ts'
import { ResetDemo } from './ResetDemo.tsx'

const actions = [
  { to: '/recharge/deposit', name: 'deposit', Icon: ArrowDownToLine, demo: false },
  { to: '/withdrawal/cashout', name: 'withdraw', Icon: ArrowUpFromLine, demo: false },
  { to: '/fund/transfer', name: 'exchange', Icon: Repeat, demo: true },
  { to: '/setting/account-change', name: 'records', Icon: ReceiptText, demo: true },
] as const

/** What one does most often. A demo account has no deposit; it has a fresh start. */
export function QuickActions() {
  const t = useTranslations('home')
  const demo = useSession((state) => state.mode === 'demo')
  return (
    <nav aria-label={t('quickActions')} className="flex gap-2">
      {actions
        .filter((action) => action.demo || !demo)
        .map(({ to, name, Icon }) => (
          <Link key={name} to={to} className={actionClass}>
            <span className={discClass}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            </span>
            {t(name)}
          </Link>
        ))}
      {demo && <ResetDemo />}
    </nav>
  )
}
