import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { useTranslations } from 'use-intl'
import { AmountLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'

interface OutcomesProps {
  product: Pick<InvestProduct, 'direction' | 'coin' | 'linked_reference_price'>
  coin: string
  usdt: string
}

/** What is paid on either side of the reference price. */
export function Outcomes({ product, coin, usdt }: OutcomesProps) {
  const t = useTranslations('invest')
  const figure = useFigure()
  const price = figure(product.linked_reference_price)
  const isSale = product.direction === 'sell_high'
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine
        label={t(isSale ? 'outcome.below' : 'outcome.atOrBelow', { price })}
        strong
        value={coin}
        unit={product.coin}
        decimalsMin={0}
      />
      <AmountLine
        label={t(isSale ? 'outcome.atOrAbove' : 'outcome.above', { price })}
        strong
        value={usdt}
        unit="USDT"
        decimalsMin={0}
      />
    </dl>
  )
}
