import type { DayRate } from '@truemark/protocol/routes/mining'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { useTranslations } from 'use-intl'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'

interface RatesProps {
  rates: readonly DayRate[]
  /** The lowest rate, which a day without one of its own pays. */
  min: string
}

const shownMax = 7

/** The rates that are published for days ahead, and what a day without one pays. */
export function Rates({ rates, min }: RatesProps) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const lowest = { min: figure(percentOf(min)) }
  return (
    <section className="flex flex-col gap-2 text-14" aria-labelledby="published-rates">
      <h3 id="published-rates" className="font-medium">
        {t('rates.title')}
      </h3>
      {rates.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {rates.slice(0, shownMax).map(({ date, rate }) => (
            <li key={date} className="flex flex-col rounded-control bg-raised px-3 py-1.5">
              <span className="figures text-12 text-quiet">{formatUtcDay(date)}</span>
              <span className="figures">{t('percent', { percent: figure(percentOf(rate)) })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-12 text-quiet">{t(rates.length === 0 ? 'rates.none' : 'rates.rest', lowest)}</p>
    </section>
  )
}
