import { formatDecimal } from '@truemark/core/money/decimal'
import { formatFigure } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { LiveAccount } from './liveAccount.ts'
import { useLiveAccount } from './useLots.ts'
import { useAppearance } from '../i18n/door.ts'

const scale = 6
const lowLevelPercent = 150n

/** The cross account at a glance, live: net value, profit, margin, balance, what is free, and its level. */
export function AccountStrip({ className }: { className?: string }) {
  const t = useTranslations('perpetual')
  const account = useLiveAccount()
  return (
    <section aria-label={t('account')} className={joined('flex flex-col gap-2 px-4 py-3', className)}>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2 @2xl:grid-cols-6">
        <Cell label={t('netValue')} strong>
          <Money units={account?.net} />
        </Cell>
        <Cell label={t('profit')}>
          <Money units={account?.profit} signed />
        </Cell>
        <Cell label={t('level')}>
          <Level account={account} />
        </Cell>
        <Cell label={t('balance')}>
          <Money units={account?.balance} />
        </Cell>
        <Cell label={t('marginUsed')}>
          <Money units={account?.margin} />
        </Cell>
        <Cell label={t('free')}>
          <Money units={account?.free} />
        </Cell>
      </dl>
      {account && account.undecided !== null && <p className="text-12 text-warning">{t('staleAccount')}</p>}
    </section>
  )
}

function Cell({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-12 text-quiet">{label}</dt>
      <dd className={joined('text-14', strong && 'font-semibold')}>{children}</dd>
    </div>
  )
}

/** An amount that somebody owns: its place is kept while it is on its way, and veiled where the reader wants it so. */
export function Money({ units, signed = false }: { units: bigint | undefined; signed?: boolean }) {
  const balance = useTranslations('account.balance')
  const hidden = useAppearance((state) => state.amountsHidden)
  if (units === undefined) return <Skeleton className="h-5 w-16" />
  if (hidden) {
    return (
      <span className="tracking-widest">
        <span aria-hidden="true">••••</span>
        <span className="sr-only">{balance('hidden')}</span>
      </span>
    )
  }
  const tone = units === 0n || !signed ? undefined : units > 0n ? 'text-up' : 'text-down'
  return (
    <Amount
      value={formatDecimal(units, scale)}
      decimalsMin={2}
      decimalsMax={2}
      signed={signed}
      {...(tone === undefined ? {} : { className: tone })}
    />
  )
}

/** Net value over margin; "–" without a position. */
export function Level({ account }: { account: LiveAccount | null }) {
  const t = useTranslations('trade')
  const locale = useFigureLocale()
  if (account === null) return <Skeleton className="h-5 w-12" />
  const { levelPercent } = account
  if (levelPercent === null) return <span className="text-secondary">–</span>
  return (
    <span className={joined('figures', levelPercent < lowLevelPercent && 'text-danger')}>
      {t('percent', { percent: formatFigure(levelPercent.toString(), locale, { decimalsMin: 0 }) })}
    </span>
  )
}
