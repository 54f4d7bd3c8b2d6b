import { miningRedeem, type MiningOrder } from '@truemark/protocol/routes/mining'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useClock } from '../data/clock.ts'
import { AmountLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useDeadline } from '../i18n/door.ts'
import { DealSheet } from '../wealth/door.ts'
import { miningKey } from './miningQueries.ts'

interface RedeemSheetProps {
  order: MiningOrder
  onClose: () => void
}

/** The exact refund, what is given up, and what waiting would bring, before the one button that redeems. */
export function RedeemSheet({ order, onClose }: RedeemSheetProps) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const deadline = useDeadline()
  const now = useClock()
  const { currency } = order
  return (
    <DealSheet
      onClose={onClose}
      title={t('redeem.title')}
      submit={t('redeem.submit', { refund: figure(order.refund), currency })}
      kind="danger"
      product={miningKey}
      send={() => call(miningRedeem, { params: { id: order.order_id } })}
      done={(redeemed) => t('redeem.done', { refund: figure(redeemed.refund), currency: redeemed.currency })}
    >
      <p className="text-16">
        {t('redeem.wait', {
          end: deadline(order.end_time),
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
        <p className="text-14 text-warning">{t('redeem.today', { time: deadline(order.next_income_time) })}</p>
      )}
    </DealSheet>
  )
}
