import { CandlestickChart, ChartNoAxesColumnIncreasing, House, PiggyBank, WalletMinimal } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { joined } from '@truemark/ui/primitives/joined'
import { Link } from '../parts/router/Link.tsx'

const items = [
  { to: '/home', name: 'home', Icon: House },
  { to: '/market/trading', name: 'market', Icon: ChartNoAxesColumnIncreasing },
  { to: '/market/trade/BTCUSDT', name: 'trade', Icon: CandlestickChart },
  { to: '/financial', name: 'finance', Icon: PiggyBank },
  { to: '/assetsInfo', name: 'assets', Icon: WalletMinimal },
] as const

/** Whether an entry of the menu stands for the path that is open. */
function isCurrent(to: string, path: string): boolean {
  return to.startsWith('/market/trade/') ? path.startsWith('/market/trade/') : path === to
}

/** The five places: along the bottom of a phone, down the side of a desk. */
export function MainMenu({ path, place }: { path: string; place: 'bottom' | 'side' }) {
  const t = useTranslations('shell.menu')
  const bottom = place === 'bottom'
  return (
    <nav
      aria-label={t('label')}
      className={joined(
        bottom
          ? 'fixed inset-x-0 bottom-0 z-30 bg-surface pb-(--safe-bottom) hairline-t desk:hidden'
          : 'flex flex-col gap-1',
      )}
    >
      <ul className={bottom ? 'mx-auto flex max-w-160' : 'flex flex-col gap-1'}>
        {items.map(({ to, name, Icon }) => {
          const current = isCurrent(to, path)
          return (
            <li key={name} className="min-w-0 flex-1">
              <Link
                to={to}
                aria-current={current ? 'page' : undefined}
                className={joined(
                  'feedback flex -outline-offset-2',
                  bottom
                    ? 'min-h-14 flex-col items-center justify-center gap-0.5 text-12'
                    : 'min-h-12 items-center gap-3 rounded-control px-3 text-16 hover:bg-raised',
                  current ? 'text-primary' : 'text-quiet hover:text-text',
                  !bottom && current && 'bg-primary-soft font-medium',
                )}
              >
                <Icon size={22} strokeWidth={1.5} aria-hidden="true" />
                <span className="max-w-full truncate">{t(name)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
