import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { Card } from '@truemark/ui/primitives/Card'
import { useTranslations } from 'use-intl'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { factorOf } from './payoff.ts'

/** How a product is settled, in words and numbers; who stands on the other side, and where the yield comes from. */
export function Settlement({ product }: { product: InvestProduct }) {
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
