import type { MiningOrder } from '@truemark/protocol/routes/mining'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AmountLine, Line, DeadlineLine, TimeLine } from '../parts/Line.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { RulesLine } from '../trade/door.ts'
import { RecordHead } from '../wealth/door.ts'
import { RateRange } from './ProductsScreen.tsx'
import { RedeemSheet } from './RedeemSheet.tsx'

const tones = { ongoing: 'primary', settled: 'up', history: 'plain' } as const

/** One order: what it has paid, what happens next, and how to go out before. */
export function OrderCard({ order }: { order: MiningOrder }) {
  const t = useTranslations('mining')
  const [redeeming, redeem] = useState(false)
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <OrderHead order={order} />
      <OrderLines order={order} />
      <div className="flex flex-wrap gap-2">
        <LinkButton
          kind="quiet"
          to="/lockming/records"
          search={{ id: order.order_id }}
          className="flex-1"
          aria-label={`${t('records.details')}: ${order.name}`}
        >
          {t('records.details')}
        </LinkButton>
        {order.status === 'ongoing' && (
          <Button kind="secondary" compact className="flex-1" onClick={() => redeem(true)}>
            {t('redeem.open')}
          </Button>
        )}
      </div>
      {redeeming && <RedeemSheet order={order} onClose={() => redeem(false)} />}
    </li>
  )
}

/** The name of an order and how it stands. */
export function OrderHead({ order: { name, status } }: { order: MiningOrder }) {
  const t = useTranslations('mining')
  return <RecordHead name={name} tone={tones[status]} status={t(`status.${status}`)} />
}

/** The fields of an order. */
export function OrderLines({ order, whole = false }: { order: MiningOrder; whole?: boolean }) {
  const t = useTranslations('mining')
  const { currency, status } = order
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('field.amount')} strong value={order.investment_amount} unit={currency} decimalsMin={0} />
      <AmountLine label={t('field.income')} strong value={order.income} unit={currency} decimalsMin={0} />
      <Line label={t('field.daysPaid')}>
        {t('field.daysPaidOf', { paid: String(order.days_paid), days: String(order.lockup_period) })}
      </Line>
      {order.next_income_time !== null && <DeadlineLine label={t('field.nextIncome')} at={order.next_income_time} />}
      {status === 'ongoing' ? (
        <DeadlineLine label={t('field.end')} at={order.end_time} />
      ) : (
        <TimeLine label={t('field.ended')} at={order.ended_time ?? 0} />
      )}
      <AmountLine
        label={t(status === 'ongoing' ? 'field.refundNow' : 'field.refund')}
        value={order.refund}
        unit={currency}
        decimalsMin={0}
      />
      {whole && <MoreLines order={order} />}
    </dl>
  )
}

function MoreLines({ order }: { order: MiningOrder }) {
  const t = useTranslations('mining')
  return (
    <>
      <AmountLine label={t('field.cost')} value={order.early_redemption_cost} unit={order.currency} decimalsMin={0} />
      <Line label={t('field.earlyRedemption')}>{t(order.early_redemption ? 'field.yes' : 'field.none')}</Line>
      <Line label={t('field.dailyReturn')}>
        <RateRange product={order} />
      </Line>
      <Line label={t('field.lockup')}>{t('field.days', { days: order.lockup_period })}</Line>
      <TimeLine label={t('field.transactionTime')} at={order.transaction_time} />
      <TimeLine label={t('field.incomeStart')} at={order.income_start} />
      <RulesLine made={order.transaction_time} />
      <Line label={t('field.orderId')}>
        <span className="text-12 break-all">{order.order_id}</span>
      </Line>
    </>
  )
}
