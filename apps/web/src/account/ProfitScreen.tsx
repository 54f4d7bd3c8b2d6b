import type { ProfitDay } from '@truemark/protocol/routes/holdings'
import { Badge } from '@truemark/ui/primitives/Badge'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Line } from '../parts/Line.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { FundFrame } from './FundFrame.tsx'
import { useProfit } from './fundQueries.ts'
import { Gain } from './Gain.tsx'

const spans = ['7', '30', '90'] as const

/** What each product brought on each day. */
export function ProfitScreen() {
  const t = useTranslations('funds.profit')
  const shell = useTranslations('shell')
  const [days, setDays] = useState<(typeof spans)[number]>('30')
  const query = useProfit(days)
  return (
    <FundFrame title={shell('title.profit')}>
      <div className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Segmented
            label={t('span')}
            value={days}
            items={spans.map((value) => ({ value, label: t('days', { count: value }) }))}
            onValueChange={setDays}
          />
          <Loaded query={query} rows={6}>
            {({ items, simulated }) =>
              items.length === 0 ? (
                <EmptyState drawing="ledger" title={t('emptyTitle')} text={t('emptyText')} />
              ) : (
                <>
                  {simulated && (
                    <div>
                      <Badge tone="info">{shell('label.simulated')}</Badge>
                    </div>
                  )}
                  <ul className="flex flex-col gap-3">
                    {items.map((day) => (
                      <DayCard key={day.day} day={day} />
                    ))}
                  </ul>
                </>
              )
            }
          </Loaded>
        </div>
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14 text-secondary">
          <p>{t('explained')}</p>
          <p className="text-quiet">{t('explainedHolding')}</p>
        </section>
      </div>
    </FundFrame>
  )
}

function DayCard({ day }: { day: ProfitDay }) {
  const t = useTranslations('funds.profit')
  return (
    <li className="flex flex-col gap-2 rounded-card bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="figures text-16 font-medium">{day.day}</h2>
        <Gain value={day.total} strong />
      </div>
      <dl className="flex flex-col gap-1 text-14">
        {day.products.map(({ product, amount }) => (
          <Line key={product} label={t(`product.${product}`)}>
            <Gain value={amount} />
          </Line>
        ))}
      </dl>
    </li>
  )
}
