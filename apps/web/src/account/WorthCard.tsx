import type { WorthHistory, WorthSpan } from '@truemark/protocol/routes/holdings'
import type { TimedValue } from '@truemark/ui/figures/segments'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { TimeChart } from '@truemark/ui/primitives/TimeChart'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAssets } from '../data/account.ts'
import { CardSection } from '../parts/CardSection.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useAppearance, useDateTime } from '../i18n/door.ts'
import { useWorth } from './fundQueries.ts'
import { Owned } from './Owned.tsx'
import { withNow } from './worthPoints.ts'

const spans = ['day', 'week', 'month', 'year'] as const

/** Total assets over time, as they were recorded; what was not recorded is not drawn. */
export function WorthCard() {
  const t = useTranslations('funds.worth')
  const [span, setSpan] = useState<WorthSpan>('month')
  const query = useWorth(span)
  return (
    <CardSection title={t('title')}>
      <div className="flex flex-col gap-3 rounded-card bg-surface p-4">
        <Segmented
          label={t('span')}
          value={span}
          items={spans.map((value) => ({ value, label: t(`spans.${value}`) }))}
          onValueChange={setSpan}
        />
        <div className="flex min-h-60.5 flex-col justify-center gap-3">
          <Loaded query={query} place={<Skeleton className="h-60.5" />}>
            {(history) => <Course history={history} />}
          </Loaded>
        </div>
      </div>
    </CardSection>
  )
}

function Course({ history }: { history: WorthHistory }) {
  const t = useTranslations('funds.worth')
  const dateTime = useDateTime()
  const figure = useFigure()
  const hidden = useAppearance((state) => state.amountsHidden)
  const assets = useAssets()
  const [read, setRead] = useState<TimedValue | null>(null)
  const { values, from, to, gapMs } = withNow(history, assets)
  if (values.length < 2) return <p className="py-2 text-14 text-secondary">{t('emptyText')}</p>
  const shown = read ?? values.at(-1)
  return (
    <>
      <p className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3 text-14">
        <span className="figures text-quiet">{shown && dateTime(shown.time)}</span>
        <Owned value={shown?.value} unit="USDT" decimalsMax={2} className="font-medium" />
      </p>
      <TimeChart
        label={t('title')}
        values={values}
        from={from}
        to={to}
        gapMs={gapMs}
        describe={({ time, value }) => `${dateTime(time)}: ${hidden ? '' : `${figure(value)} USDT`}`}
        onPoint={setRead}
      />
      <p className="text-12 text-quiet">
        {history.missing > 0
          ? t(history.step === 'hour' ? 'missingHours' : 'missingDays', { count: history.missing })
          : t('recorded')}
      </p>
    </>
  )
}
