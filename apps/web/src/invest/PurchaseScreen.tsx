import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Card } from '@truemark/ui/primitives/Card'
import { Page } from '@truemark/ui/primitives/Page'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { isText, useDraft } from '../data/draft.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { RiskLine } from '../parts/RiskLine.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useScales } from '../wallet/door.ts'
import { ChosenProduct } from '../wealth/door.ts'
import { useInvestProducts } from './investQueries.ts'
import { PayoffChart } from './PayoffChart.tsx'
import { ProductTerms } from './ProductCard.tsx'
import { PurchaseForm } from './PurchaseForm.tsx'
import { useProductName } from './useProductName.ts'
import { factorOf } from './payoff.ts'

/** One product whole: the risk, what either outcome pays, how it is settled, and how many shares. */
export function PurchaseScreen() {
  const t = useTranslations('invest')
  return (
    <>
      <BackHeader name="purchase" />
      <Page width="panes">
        <ChosenProduct
          query={useInvestProducts()}
          missing={t('missingTitle')}
          all={{ to: '/invest/invest', label: t('toList') }}
        >
          {(product) => <Purchase product={product} />}
        </ChosenProduct>
      </Page>
    </>
  )
}

function Purchase({ product }: { product: InvestProduct }) {
  const t = useTranslations('invest')
  const scales = useScales()
  const [quantity, setQuantity] = useDraft(`invest ${product.product_id}`, '', isText)
  const coinScale = scales.data?.get(product.coin)
  if (coinScale === undefined) return <Skeleton className="h-80 rounded-card" />
  const shares = /^[1-9][0-9]*$/.test(quantity) ? BigInt(quantity) : 1n
  return (
    <div className="flex flex-col gap-4 desk:grid desk:grid-cols-[minmax(0,1fr)_24rem] desk:items-start">
      <div className="flex min-w-0 flex-col gap-4">
        <RiskLine text={t('risk')} />
        <Head product={product} />
        <PayoffChart product={product} coinScale={coinScale} shares={shares} />
        <Settlement product={product} />
      </div>
      <div className="flex flex-col gap-4 desk:sticky desk:top-20">
        <PurchaseForm product={product} coinScale={coinScale} quantity={quantity} onQuantity={setQuantity} />
      </div>
    </div>
  )
}

function Head({ product }: { product: InvestProduct }) {
  const t = useTranslations('invest')
  const shell = useTranslations('shell.label')
  const figure = useFigure()
  const nameOf = useProductName()
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h2 className="text-16 font-semibold wrap-anywhere">{nameOf(product)}</h2>
        {product.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
      </div>
      <p className="text-14 text-secondary">{t(`directionText.${product.direction}`, { coin: product.coin })}</p>
      <div className="flex flex-col">
        <span className="text-12 text-quiet">{t('field.annualizedReturn')}</span>
        <span className="figures text-28 font-semibold">
          {t('percent', { percent: figure(percentOf(product.annualized_return)) })}
        </span>
      </div>
      <ProductTerms product={product} />
    </Card>
  )
}

/** How a product is settled, in words and numbers; who stands on the other side, and where the yield comes from. */
function Settlement({ product }: { product: InvestProduct }) {
  const t = useTranslations('invest')
  const figure = useFigure()
  const { coin, symbol, direction } = product
  return (
    <>
      <Card className="flex flex-col gap-2 text-14">
        <h2 className="text-16 font-semibold">{t('formula.title')}</h2>
        <p className="figures text-secondary">
          {t('formula.factor', {
            days: String(product.holding_period),
            rate: figure(percentOf(product.annualized_return)),
            factor: figure(factorOf(product)),
          })}
        </p>
        <p className="text-secondary">
          {t(`formula.${direction}`, { coin, price: figure(product.linked_reference_price) })}
        </p>
        <p className="text-secondary">{t('formula.price', { symbol })}</p>
        <p className="text-quiet">{t('formula.late')}</p>
      </Card>
      <Card className="flex flex-col gap-2 text-14">
        <h2 className="text-16 font-semibold">{t('sourceTitle')}</h2>
        <p className="whitespace-pre-line text-secondary wrap-anywhere">{product.yield_source}</p>
        <p className="text-quiet">{t('house')}</p>
      </Card>
    </>
  )
}
