import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ChartNoAxesCombined, FileText, Repeat } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'

const actions = [
  { name: 'deposit', to: '/recharge/deposit', Icon: ArrowDownToLine, demo: false },
  { name: 'withdraw', to: '/withdrawal/cashout', Icon: ArrowUpFromLine, demo: false },
  { name: 'transfer', to: '/fund/fundTransfer', Icon: ArrowLeftRight, demo: true },
  { name: 'exchange', to: '/fund/transfer', Icon: Repeat, demo: true },
  { name: 'profit', to: '/assetsInfo/profit', Icon: ChartNoAxesCombined, demo: true },
  { name: 'statements', to: '/setting/statements', Icon: FileText, demo: true },
] as const

/** What one does with what one owns: bring it in, take it out, move it, exchange it, see what it brought, keep its papers. */
export function FundActions() {
  const t = useTranslations('funds.actions')
  const demo = useSession((state) => state.mode === 'demo')
  const shown = actions.filter((action) => action.demo || !demo)
  return (
    <nav aria-label={t('label')} className={demo ? 'grid grid-cols-4 gap-1' : 'grid grid-cols-3 gap-1'}>
      {shown.map(({ name, to, Icon }) => (
        <Link
          key={name}
          to={to}
          className="feedback flex min-w-0 flex-col items-center gap-1.5 rounded-card px-0.5 py-2 text-center text-12 text-secondary wrap-anywhere hover:bg-surface hover:text-text"
        >
          <span className="grid size-11 place-items-center rounded-full bg-surface text-primary">
            <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          </span>
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
