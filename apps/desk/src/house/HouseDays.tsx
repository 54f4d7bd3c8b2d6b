import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dayMs } from '@truemark/core/money/units'
import { deskHouseDays, type HouseDay, type HouseDaySpan } from '@truemark/protocol/routes/deskDerivative'
import type { Realm } from '@truemark/protocol/values'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Card } from '@truemark/ui/primitives/Card'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { TimeChart } from '@truemark/ui/primitives/TimeChart'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ExportButton, LoadFailure } from '../table/door.ts'
import { DayBars, type DayValue } from './DayBars.tsx'
import { highestOf, sumOf } from '../exposure/door.ts'

const measures = ['deposits', 'withdrawals', 'fees', 'owned', 'exposure'] as const
type Measure = (typeof measures)[number]
const spans: readonly HouseDaySpan[] = ['30', '90', '365']
const refreshMs = 60_000

/** Deposits, withdrawals, fees, what people own and what the house has at stake, day by day. */
export function HouseDays({ realm }: { realm: Realm }) {
  const t = useTranslations('desk.house')
  const [measure, setMeasure] = useState<Measure>('fees')
  const [days, setDays] = useState<HouseDaySpan>('30')
  const asked = { realm, days }
  const query = useQuery({
    queryKey: ['house', 'days', realm, days],
    queryFn: () => call(deskHouseDays, { query: asked }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-20 font-semibold">{t('daysTitle')}</h2>
        <p className="max-w-[72ch] text-14 text-pretty text-secondary">{t('daysExplained')}</p>
      </div>
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap gap-3">
          <Segmented
            label={t('measure')}
            className="w-full max-wide:grid max-wide:grid-cols-3 wide:w-160"
            value={measure}
            items={measures.map((value) => ({ value, label: t(`measures.${value}`) }))}
            onValueChange={setMeasure}
          />
          <Segmented
            label={t('span')}
            className="w-56"
            value={days}
            items={spans.map((value) => ({ value, label: t('spanDays', { count: Number(value) }) }))}
            onValueChange={setDays}
          />
        </div>
        {query.isPending && <Skeleton className="h-54" />}
        {query.isError && query.data === undefined && <LoadFailure query={query} />}
        {query.data && <Course key={`${measure} ${realm}`} measure={measure} items={query.data.items} />}
      </Card>
      <ExportButton csv={{ list: deskHouseDays, query: asked }} />
    </section>
  )
}

/** What stands above the days of a measure while nobody points at one, and how that is told. */
function summaryOf(measure: Measure, known: readonly { readonly value: string }[]) {
  const values = known.map(({ value }) => value)
  if (measure === 'owned') return { told: 'last', value: values.at(-1) ?? null } as const
  if (measure === 'exposure') return { told: 'highest', value: highestOf(values) } as const
  return { told: 'together', value: sumOf(values) } as const
}

function Course({ measure, items }: { measure: Measure; items: readonly HouseDay[] }) {
  const t = useTranslations('desk.house')
  const [read, setRead] = useState<DayValue | null>(null)
  const values = items.map((one): DayValue => ({ time: Date.parse(one.day), value: one[measure] })).toReversed()
  const known = values.flatMap(({ time, value }) => (value === null ? [] : [{ time, value }]))
  const describe = ({ time, value }: DayValue) => `${formatUtcDay(time)}: ${value ?? t('unknown')} USDT`
  if (known.length === 0) return <p className="py-2 text-14 text-secondary">{t('noneRecorded')}</p>
  const isOwned = measure === 'owned'
  const { told, value: together } = summaryOf(measure, known)
  const missing = values.length - known.length
  return (
    <>
      <p className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3 text-14">
        <span className="figures text-quiet">
          {read === null ? t(told, { count: known.length }) : formatUtcDay(read.time)}
        </span>
        <span className="font-medium">
          <Amount value={(read === null ? together : read.value) ?? undefined} unit="USDT" decimalsMax={2} />
        </span>
      </p>
      {isOwned ? (
        <TimeChart
          label={t(`measures.${measure}`)}
          values={known}
          from={values[0]?.time ?? 0}
          to={values.at(-1)?.time ?? 0}
          gapMs={dayMs}
          describe={describe}
          onPoint={setRead}
        />
      ) : (
        <DayBars label={t(`measures.${measure}`)} values={values} describe={describe} onPoint={setRead} />
      )}
      <p className="flex justify-between gap-3 text-12 text-quiet">
        <span className="figures">{formatUtcDay(values[0]?.time ?? 0)}</span>
        {missing > 0 && <span className="text-center">{t('missingDays', { count: missing })}</span>}
        <span className="figures">{formatUtcDay(values.at(-1)?.time ?? 0)}</span>
      </p>
    </>
  )
}
