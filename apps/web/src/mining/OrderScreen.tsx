import type { MiningProduct } from '@truemark/protocol/routes/mining'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { RiskLine } from '../parts/RiskLine.tsx'
import { useScales } from '../wallet/door.ts'
import { ChosenProduct } from '../wealth/door.ts'
import { MiningFrame } from './MiningFrame.tsx'
import { useMiningProducts } from './miningQueries.ts'
import { OrderForm } from './OrderForm.tsx'
import { Capacity, ProductTerms, RateRange } from './ProductsScreen.tsx'
import { Rates } from './Rates.tsx'

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
