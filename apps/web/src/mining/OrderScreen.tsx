import type { DayRate, MiningProduct } from '@truemark/protocol/routes/mining'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { RiskLine } from '../parts/RiskLine.tsx'
import { useScales } from '../wallet/door.ts'
import { ChosenProduct } from '../wealth/door.ts'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { MiningFrame } from './MiningFrame.tsx'
import { useMiningProducts } from './miningQueries.ts'
import { OrderForm } from './OrderForm.tsx'
import { Capacity, ProductTerms, RateRange } from './ProductsScreen.tsx'

/** One product whole: the risk, its terms, where the yield comes from, and what an amount would come back to. */
export function OrderScreen() {
  return (
    <MiningFrame title="miningOrder" leads>
      <Chosen />
    </MiningFrame>
  )
}

function Chosen() {
  const t = useTranslations('mining')
  return (
    <ChosenProduct
      query={useMiningProducts()}
      missing={t('missingTitle')}
      all={{ to: '/lockming/lockming', label: t('toProducts') }}
    >
      {(product) => <Whole product={product} />}
    </ChosenProduct>
  )
}

function Whole({ product }: { product: MiningProduct }) {
  const t = useTranslations('mining')
  const scale = useScales().data?.get(product.currency)
  if (scale === undefined) return <Skeleton className="h-80 rounded-card" />
  return (
    <div className="flex flex-col gap-4 desk:grid desk:grid-cols-[minmax(0,1fr)_26rem] desk:items-start">
      <div className="flex min-w-0 flex-col gap-4">
        <RiskLine text={t('risk')} />
        <Head product={product} />
      </div>
      <div className="desk:sticky desk:top-20">
        <OrderForm product={product} scale={scale} />
      </div>
    </div>
  )
}

function Head({ product }: { product: MiningProduct }) {
  const t = useTranslations('mining')
  const ahead = product.rates.filter(({ date }) => date >= product.income_start)
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-16 font-semibold wrap-anywhere">{product.name}</h2>
        <span className="pt-1 text-12 text-quiet">{t('field.dailyReturn')}</span>
        <RateRange product={product} className="text-28 font-semibold" />
      </div>
      <ProductTerms product={product} />
      <Capacity product={product} />
      <section className="flex flex-col gap-1 text-14" aria-labelledby="yield-source">
        <h3 id="yield-source" className="font-medium">
          {t('source')}
        </h3>
        <p className="text-secondary whitespace-pre-line">{product.yield_source}</p>
      </section>
      <Rates rates={ahead} min={product.daily_return_rate_min} />
    </Card>
  )
}

interface RatesProps {
  rates: readonly DayRate[]
  /** The lowest rate, which a day without one of its own pays. */
  min: string
}

const shownMax = 7

/** The rates that are published for days ahead, and what a day without one pays. */
function Rates({ rates, min }: RatesProps) {
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
