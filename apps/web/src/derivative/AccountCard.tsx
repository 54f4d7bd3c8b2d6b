import { Card } from '@truemark/ui/primitives/Card'
import { useTranslations } from 'use-intl'
import { useLiveAccount } from './useLots.ts'
import { Line } from '../parts/Line.tsx'
import { Level, Money } from './AccountStrip.tsx'

/** The contract account whole: what stands behind cross positions, what they require, and what may be used. */
export function AccountCard() {
  const t = useTranslations('perpetual')
  const account = useLiveAccount()
  return (
    <Card className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2 text-14">
        <Line label={t('balance')}>
          <Money units={account?.balance} />
        </Line>
        <Line label={t('profit')}>
          <Money units={account?.profit} signed />
        </Line>
        <Line label={t('netValue')} strong>
          <Money units={account?.net} />
        </Line>
        <Line label={t('marginUsed')}>
          <Money units={account?.margin} />
        </Line>
        <Line label={t('required')}>
          <Money units={account?.maintenance} />
        </Line>
        <Line label={t('free')}>
          <Money units={account?.free} />
        </Line>
        <Line label={t('usable')}>
          <Money units={account?.usable} />
        </Line>
        <Line label={t('level')} strong>
          <Level account={account} />
        </Line>
      </dl>
      <p className="text-12 text-quiet">{t('levelExplained')}</p>
      {account && account.undecided !== null && <p className="text-12 text-warning">{t('staleAccount')}</p>}
    </Card>
  )
}
