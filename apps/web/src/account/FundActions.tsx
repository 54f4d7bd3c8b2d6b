import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, ChartNoAxesCombined, FileText, Repeat } from 'lucide-react'
import { useTranslations } from 'use-intl'

const actions = [
  { name: 'transfer', to: '/fund/fundTransfer', Icon: ArrowLeftRight },
  { name: 'exchange', to: '/fund/transfer', Icon: Repeat },
  { name: 'profit', to: '/assetsInfo/profit', Icon: ChartNoAxesCombined },
  { name: 'statements', to: '/setting/statements', Icon: FileText },
] as const

/** What one does with what one owns: move it, exchange it, see what it brought, keep its papers. */
export function FundActions() {
  const t = useTranslations('funds.actions')
  return (
    <nav aria-label={t('label')} className="grid grid-cols-4 gap-1">
      {actions.map(({ name, to, Icon }) => (
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
