import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { ListRowContent } from '@truemark/ui/primitives/ListRow'
import { useTranslations } from 'use-intl'
import type { Holding } from './holdings.ts'
import { Owned } from './Owned.tsx'

/** One currency: how much of it is owned, what it is worth, and how much is locked. */
export function HoldingRow({ holding }: { holding: Holding }) {
  const t = useTranslations('account.balance')
  const locked = /[1-9]/.test(holding.frozen)
  return (
    <div className="flex min-h-16 items-center px-4 py-2.5">
      <ListRowContent
        before={<CoinMark code={holding.currency} />}
        title={holding.currency}
        {...(locked
          ? {
              note: (
                <>
                  {t('frozen')} <Amount value={holding.frozen} />
                </>
              ),
            }
          : {})}
        value={<Owned value={holding.total} decimalsMax={8} className="font-medium" />}
        {...(holding.currency === 'USDT'
          ? {}
          : {
              valueNote:
                holding.value === null ? t('noPrice') : <Owned value={holding.value} unit="USDT" decimalsMax={2} />,
            })}
      />
    </div>
  )
}
