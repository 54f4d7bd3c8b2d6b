import type { WorthHistory, WorthSpan } from '@truemark/protocol/routes/holdings'
import type { TimedValue } from '@truemark/ui/figures/segments'
import { Change as Percent } from '@truemark/ui/primitives/Change'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { TimeChart } from '@truemark/ui/primitives/TimeChart'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAssets } from '../data/account.ts'
import { CardSection } from '../parts/CardSection.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { TableHead } from '../parts/TableHead.tsx'
import { useAppearance, useDateTime } from '../i18n/door.ts'
import { useWorth } from './fundQueries.ts'
import { Gain } from './Gain.tsx'
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
        <div className="flex min-h-75 flex-col justify-center gap-3">
          <Loaded query={query} place={<Skeleton className="h-75" />}>
            {(history) => <Course history={history} staleSince={query.isError ? query.dataUpdatedAt : null} />}
          </Loaded>
        </div>
      </div>
    </CardSection>
  )
}

interface CourseProps {
  history: WorthHistory
  /** When what is shown was read, where it could not be read again; null while it is fresh. */
  staleSince: number | null
}

function Course({ history, staleSince }: CourseProps) {
  const t = useTranslations('funds.worth')
  const shell = useTranslations('shell.figure')
  const dateTime = useDateTime()
  const figure = useFigure()
  const hidden = useAppearance((state) => state.amountsHidden)
  const assets = useAssets()
  const [read, setRead] = useState<TimedValue | null>(null)
  const { values, from, to, gapMs } = withNow(history, assets)
  if (values.length < 2) return <EmptyState drawing="market" title={t('emptyTitle')} text={t('emptyText')} />
  const shown = read ?? values.at(-1)
  return (
    <div className={staleSince === null ? 'contents' : 'flex flex-col gap-3 opacity-60'}>
      <Change change={history.change} />
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
        {staleSince !== null && <span className="text-warning">{shell('asOf', { time: dateTime(staleSince) })}. </span>}
        {history.missing > 0
          ? t(history.step === 'hour' ? 'missingHours' : 'missingDays', { count: history.missing })
          : t('recorded')}
      </p>
      <Figures values={values} />
    </div>
  )
}

/** What the span brought, without what was deposited and withdrawn, which stand beside it. */
function Change({ change }: { change: WorthHistory['change'] }) {
  const t = useTranslations('funds.worth')
  if (change === null) return <p className="text-12 text-quiet">{t('unknown')}</p>
  const { profit, rate, came_in: cameIn, left } = change
  return (
    <dl className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
      <div>
        <dt className="text-12 text-quiet">{t('profit')}</dt>
        <dd className="flex flex-wrap items-baseline gap-x-2 text-20 font-semibold">
          <Gain value={profit} />
          {rate !== null && <Percent value={rate} className="text-14 font-medium" />}
        </dd>
      </div>
      {[
        { label: t('cameIn'), value: cameIn },
        { label: t('left'), value: left },
      ]
        .filter(({ value }) => /[1-9]/.test(value))
        .map(({ label, value }) => (
          <div key={label} className="text-right">
            <dt className="text-12 text-quiet">{label}</dt>
            <dd className="text-14">
              <Owned value={value} unit="USDT" decimalsMax={2} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The same course in figures, newest first, for those who do not see it and those who want to know exactly. */
function Figures({ values }: { values: readonly TimedValue[] }) {
  const t = useTranslations('funds.worth')
  const dateTime = useDateTime()
  return (
    <details className="text-14">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-control font-medium text-primary">
        {t('table')}
      </summary>
      <p className="pb-3 text-12 text-quiet">{t('reckoned')}</p>
      <table className="w-full text-12">
        <TableHead heads={[t('time'), t('total')]} />
        <tbody>
          {values.toReversed().map(({ time, value }) => (
            <tr key={time}>
              <th scope="row" className="figures py-1.5 pr-2 text-left font-normal">
                {dateTime(time)}
              </th>
              <td className="py-1.5 pl-2 text-right">
                <Owned value={value} unit="USDT" decimalsMax={2} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
