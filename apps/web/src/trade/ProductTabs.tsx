import { Link } from '@tanstack/react-router'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { tradePaths, tradeProducts, type TradeProduct } from './product.ts'

const words = { eternal_contract: 'perpetual', contract: 'contract', option: 'option', coins: 'spot' } as const

/** The four products of one market, each a page of its own. */
export function ProductTabs({ symbol, product }: { symbol: string; product: TradeProduct }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.title')
  return (
    <nav aria-label={shell('trade')} className="px-1 hairline-b tablet:px-3">
      <ul className="flex overflow-x-auto [scrollbar-width:none]">
        {tradeProducts.map((each) => {
          const current = each === product
          return (
            <li key={each} className="flex-1 tablet:flex-none">
              <Link
                to={tradePaths[each]}
                params={{ symbol }}
                replace
                aria-current={current ? 'page' : undefined}
                className={joined(
                  'feedback relative flex min-h-11 items-center justify-center px-2 text-14 font-medium whitespace-nowrap -outline-offset-2 tablet:px-4',
                  current
                    ? 'text-text after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-primary'
                    : 'text-quiet hover:text-text',
                )}
              >
                {t(words[each])}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
