import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { investOrderPlace, type InvestOrderBody, type InvestProduct } from '@truemark/protocol/routes/invest'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton } from '../reader/door.ts'
import { useRefusalText } from '../wallet/door.ts'
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
  const refusalText = useRefusalText()
  const buy = useBuy(() => {
    onOpenChange(false)
    onBought()
  })
  const body = { product_id: product.product_id, quantity: shares }
  const words = { shares: figure(String(shares)), amount: figure(payoff.amount), currency: product.currency }
  return (
    <OwnSheet
      open={open}
      busy={buy.isPending}
      onClose={() => {
        buy.reset()
        onOpenChange(false)
      }}
      title={t('confirm.title')}
      footer={
        <SendButton wide busy={buy.isPending} onClick={() => buy.mutate(body)}>
          {t('form.submit', words)}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-14 text-warning">{t('risk')}</p>
        <p className="text-16 font-medium">{nameOf(product)}</p>
        <Figures product={product} shares={shares} payoff={payoff} />
        <div className="flex flex-col gap-2 rounded-control bg-raised p-3">
          <h3 className="text-14 font-medium">{t('outcome.title')}</h3>
          <Outcomes product={product} coin={payoff.coin} usdt={payoff.usdt} />
          <p className="text-12 text-quiet">{t('confirm.either')}</p>
        </div>
        <p className="text-12 text-quiet">{t('locked')}</p>
        <Refused text={buy.isError ? refusalText(buy.error) : undefined} />
      </div>
    </OwnSheet>
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
      <TimeLine label={t('field.maturityDate')} at={product.maturity_date} />
    </dl>
  )
}

function useBuy(onBought: () => void) {
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: InvestOrderBody) => call(investOrderPlace, { body }),
    onSuccess() {
      toast.success(notices('purchaseCompleted'))
      void refreshAccount()
      onBought()
      void navigate({ to: '/invest/my-finances' })
    },
    // what is left of a product, or whether it is sold at all, may be another by now
    onSettled: () => void queries.invalidateQueries({ queryKey: investKey }),
  })
}
