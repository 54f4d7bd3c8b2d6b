import { Link } from '@tanstack/react-router'
import { Badge } from '@truemark/ui/primitives/Badge'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { HideAmounts, Owned } from '../account/door.ts'
import { useAssets } from '../data/account.ts'

const DayChange = lazyPart(() => import('./DayChange.tsx').then((m) => m.default))
const WorthCourse = lazyPart(() => import('./WorthCourse.tsx').then((m) => m.default))

/** All that the account owns, in USDT: the first and largest figure of the app. */
export function Total() {
  const t = useTranslations('home')
  const label = useTranslations('shell.label')
  const assets = useAssets()
  return (
    <section aria-label={t('totalAssets')} className="flex flex-col">
      <div className="flex items-center gap-1 text-14 text-secondary">
        {t('totalAssets')}
        <HideAmounts />
        {assets?.simulated && <Badge tone="info">{label('simulated')}</Badge>}
      </div>
      <Link to="/assetsInfo" className="-mx-1 rounded-control px-1">
        <Owned hero value={assets?.total_value} unit="USDT" decimalsMax={2} />
      </Link>
      <div className="min-h-6">
        <Suspense>
          <DayChange />
        </Suspense>
      </div>
      <Suspense>
        <WorthCourse />
      </Suspense>
    </section>
  )
}
