import { investOrderPlace, type InvestProduct } from '@truemark/protocol/routes/invest'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { AmountLine, Line, DeadlineLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { DealSheet } from '../wealth/door.ts'
import { investKey } from './investQueries.ts'
import { Outcomes } from './Outcomes.tsx'
import type { Payoff } from './payoff.ts'
import { useProductName } from './useProductName.ts'

interface ConfirmPurchaseProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  product: InvestProduct
  shares: number
  payoff: Payoff
  onBought: () => void
}

/** Repeats what matters, the risk first; one button buys exactly what is shown. */
export function ConfirmPurchase({ open, onOpenChange, product, shares, payoff, onBought }: ConfirmPurchaseProps) {
  const t = useTranslations('invest')
  const figure = useFigure()
  const nameOf = useProductName()
  const notices = useTranslations('notices')
  const navigate = useNavigate()
  const body = { product_id: product.product_id, quantity: shares }
  const words = { shares: figure(String(shares)), amount: figure(payoff.amount), currency: product.currency }
  return (
    <DealSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('confirm.title')}
      submit={t('form.submit', words)}
      product={investKey}
      send={() => call(investOrderPlace, { body })}
      done={() => notices('purchaseCompleted')}
      onDone={() => {
        onBought()
        void navigate({ to: '/invest/my-finances' })
      }}
    >
      <p className="text-14 text-warning">{t('risk')}</p>
      <p className="text-16 font-medium">{nameOf(product)}</p>
      <Figures product={product} shares={shares} payoff={payoff} />
      <div className="flex flex-col gap-2 rounded-control bg-raised p-3">
        <h3 className="text-14 font-medium">{t('outcome.title')}</h3>
        <Outcomes product={product} coin={payoff.coin} usdt={payoff.usdt} />
        <p className="text-12 text-quiet">{t('confirm.either')}</p>
      </div>
      <p className="text-12 text-quiet">{t('locked')}</p>
    </DealSheet>
  )
}

function Figures({ product, shares, payoff }: Pick<ConfirmPurchaseProps, 'product' | 'shares' | 'payoff'>) {
  const t = useTranslations('invest')
  const figure = useFigure()
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('field.shares')}>
        <span className="figures">{figure(String(shares))}</span>
      </Line>
      <AmountLine label={t('field.singlePrice')} value={product.single_price} unit={product.currency} decimalsMin={0} />
      <AmountLine label={t('form.putIn')} strong value={payoff.amount} unit={product.currency} decimalsMin={0} />
      <AmountLine label={t('fee')} value="0" unit={product.currency} decimalsMin={0} />
      <AmountLine
        label={t('field.linkedReferencePrice')}
        value={product.linked_reference_price}
        unit="USDT"
        decimalsMin={0}
      />
      <Line label={t('field.holdingPeriod')}>{t('field.days', { days: product.holding_period })}</Line>
      <DeadlineLine label={t('field.maturityDate')} at={product.maturity_date} />
    </dl>
  )
}
