import type { MiningProduct } from '@truemark/protocol/routes/mining'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { RiskLine } from '../parts/RiskLine.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { OfferLink } from '../wealth/door.ts'
import { isSoldOut, takenPercent } from './figures.ts'
import { MiningFrame } from './MiningFrame.tsx'
import { useMiningProducts } from './miningQueries.ts'

/** The products that take orders; the risk stands before the first rate. */
export function ProductsScreen() {
  return (
    <MiningFrame title="mining" leads>
      <Products />
    </MiningFrame>
  )
}

function Products() {
  const t = useTranslations('mining')
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <div className="flex flex-col gap-4">
      <RiskLine text={t('risk')} />
      <Loaded query={useMiningProducts()}>
        {(products) =>
          products.length === 0 ? (
            <EmptyState drawing="coins" title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <>
              {isDemo && <p className="text-14 text-secondary">{t('demoExamples')}</p>}
              <ul className="grid items-stretch gap-3 tablet:grid-cols-2 desk:grid-cols-3">
                {products.map((product) => (
                  <ProductCard key={product.product_id} product={product} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function ProductCard({ product }: { product: MiningProduct }) {
  const t = useTranslations('mining')
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex items-center gap-3">
        <CoinMark code={product.currency} />
        <h2 className="min-w-0 flex-1 text-16 font-semibold wrap-anywhere">{product.name}</h2>
        <span className="text-14 text-quiet">{product.currency}</span>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-12 text-quiet">{t('field.dailyReturn')}</span>
        <RateRange product={product} className="text-20 font-semibold" />
      </div>
      <ProductTerms product={product} />
      <Capacity product={product} />
      <p className="text-12 text-secondary">
        <span className="text-quiet">{t('source')}: </span>
        {product.yield_source}
      </p>
      <OfferLink
        to="/lockming/order"
        product={product.product_id}
        name={product.name}
        label={t('lock')}
        soldOut={isSoldOut(product) ? t('soldOut') : null}
      />
    </li>
  )
}

type Ranged = Pick<MiningProduct, 'daily_return_rate_min' | 'daily_return_rate_max'>

/** The lowest and the highest that a day can pay. */
export function RateRange({ product, className = '' }: { product: Ranged; className?: string }) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const [min, max] = [product.daily_return_rate_min, product.daily_return_rate_max].map((rate) =>
    figure(percentOf(rate)),
  )
  return (
    <span className={`figures ${className}`}>
      {min === max ? t('percent', { percent: min ?? '' }) : t('percentRange', { min: min ?? '', max: max ?? '' })}
    </span>
  )
}

/** The terms of a product, line by line. */
export function ProductTerms({ product }: { product: MiningProduct }) {
  const t = useTranslations('mining')
  const figure = useFigure()
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('field.lockup')} strong>
        {t('field.days', { days: product.lockup_period })}
      </Line>
      <Line label={t('field.earlyCost')} strong>
        {t('percent', { percent: figure(percentOf(product.early_redemption_rate)) })}
      </Line>
      <AmountLine label={t('field.minimum')} value={product.minimum_amount} unit={product.currency} decimalsMin={0} />
      <AmountLine label={t('field.maximum')} value={product.maximum_amount} unit={product.currency} decimalsMin={0} />
    </dl>
  )
}

/** How much of what can be locked in all is left. */
export function Capacity({ product }: { product: MiningProduct }) {
  const t = useTranslations('mining')
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-14">
        <span className="text-quiet">{t('field.remaining')}</span>
        <Amount value={product.remaining} unit={product.currency} decimalsMin={0} className="text-secondary" />
      </div>
      <div className="h-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <div className="h-full bg-primary" style={{ width: `${takenPercent(product)}%` }} />
      </div>
    </div>
  )
}
