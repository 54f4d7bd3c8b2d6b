import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { AmountLine, Line, DeadlineLine } from '../parts/Line.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { OfferLink } from '../wealth/door.ts'
import { awayOf } from './payoff.ts'
import { useProductName } from './useProductName.ts'

/** One product: what it does, its rate, and what it is bound to. */
export function ProductCard({ product }: { product: InvestProduct }) {
  const t = useTranslations('invest')
  const shell = useTranslations('shell.label')
  const figure = useFigure()
  const nameOf = useProductName()
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex items-start gap-3">
        <CoinMark code={product.coin} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h2 className="text-16 font-semibold wrap-anywhere">{nameOf(product)}</h2>
          <p className="text-12 text-quiet">{t(`directionText.${product.direction}`, { coin: product.coin })}</p>
        </div>
        {product.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-12 text-quiet">{t('field.annualizedReturn')}</span>
        <span className="figures text-20 font-semibold">
          {t('percent', { percent: figure(percentOf(product.annualized_return)) })}
        </span>
      </div>
      <ProductTerms product={product} />
      <OfferLink
        to="/invest/purchase"
        product={product.product_id}
        name={nameOf(product)}
        label={t('buy')}
        soldOut={product.remaining_shares === 0 ? t('soldOut') : null}
      />
    </li>
  )
}

/** The terms of a product, line by line. */
export function ProductTerms({ product }: { product: InvestProduct }) {
  const t = useTranslations('invest')
  const figure = useFigure()
  const away = awayOf(product.linked_reference_price, product.current_price)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('field.linkedReferencePrice')} strong>
        <Amount value={product.linked_reference_price} unit="USDT" decimalsMin={0} />
        {away !== null && (
          <span className="block text-12 font-normal text-quiet">{t('away', { percent: figure(away) })}</span>
        )}
      </Line>
      <Line label={t('field.holdingPeriod')}>{t('field.days', { days: product.holding_period })}</Line>
      <DeadlineLine label={t('field.saleEnd')} at={product.sale_end} />
      <DeadlineLine label={t('field.maturityDate')} at={product.maturity_date} />
      <AmountLine label={t('field.singlePrice')} value={product.single_price} unit={product.currency} decimalsMin={0} />
      <Line label={t('field.remainingShares')}>
        <span className="figures">
          {figure(String(product.remaining_shares))} / {figure(String(product.shares))}
        </span>
      </Line>
    </dl>
  )
}
