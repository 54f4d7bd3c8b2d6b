import { useMutation, useQueryClient } from '@tanstack/react-query'
import { miningRedeem, type MiningOrder } from '@truemark/protocol/routes/mining'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useClock } from '../data/clock.ts'
import { AmountLine } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton, useDateTime } from '../reader/door.ts'
import { useRefusalText } from '../wallet/door.ts'
import { miningKey } from './miningQueries.ts'

interface RedeemSheetProps {
  order: MiningOrder
  onClose: () => void
}

/** The exact refund, what is given up, and what waiting would bring, before the one button that redeems. */
export function RedeemSheet({ order, onClose }: RedeemSheetProps) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const dateTime = useDateTime()
  const refusalText = useRefusalText()
  const redeem = useRedeem(order, onClose)
  const now = useClock()
  const { currency } = order
  return (
    <OwnSheet
      busy={redeem.isPending}
      onClose={onClose}
      title={t('redeem.title')}
      footer={
        <SendButton kind="danger" wide busy={redeem.isPending} onClick={() => redeem.mutate()}>
          {t('redeem.submit', { refund: figure(order.refund), currency })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-16">
          {t('redeem.wait', {
            end: dateTime(order.end_time),
            amount: figure(order.investment_amount),
            currency,
          })}
        </p>
        <dl className="flex flex-col gap-1.5 text-14">
          <AmountLine label={t('field.amount')} value={order.investment_amount} unit={currency} decimalsMin={0} />
          <AmountLine
            label={t('field.cost')}
            strong
            value={order.early_redemption_cost}
            unit={currency}
            decimalsMin={0}
          />
          <AmountLine label={t('redeem.back')} strong value={order.refund} unit={currency} decimalsMin={0} />
          <AmountLine label={t('redeem.kept')} value={order.income} unit={currency} decimalsMin={0} />
        </dl>
        {order.next_income_time !== null && order.income_start <= now && (
          <p className="text-14 text-warning">{t('redeem.today', { time: dateTime(order.next_income_time) })}</p>
        )}
        <Refused text={redeem.isError ? refusalText(redeem.error) : undefined} />
      </div>
    </OwnSheet>
  )
}

function useRedeem(order: MiningOrder, onClose: () => void) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(miningRedeem, { params: { id: order.order_id } }),
    onSuccess(redeemed: MiningOrder) {
      toast.success(t('redeem.done', { refund: figure(redeemed.refund), currency: redeemed.currency }))
      void refreshAccount()
      onClose()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: miningKey }),
  })
}
