import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import { payoutReasons, type PayoutOrder } from '@truemark/protocol/routes/payoutOrder'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Facts } from '../table/door.ts'
import { RecallForm, SettleForm } from './PayoutForms.tsx'

/** Whether a program may still pay it, or nobody knows whether it did: no person pays or rejects it by hand meanwhile. */
export function isRunning({ state }: PayoutOrder): boolean {
  return state === 'ordered' || state === 'sent' || state === 'lost'
}

const tones: Record<PayoutOrder['state'], BadgeTone> = {
  ordered: 'info',
  sent: 'info',
  lost: 'danger',
  paid: 'up',
  returned: 'plain',
  taken_back: 'plain',
}

/** How the program of its network stands with a withdrawal, in a word; nothing where it never had it. */
export function OrderMarks({ withdrawal: { order } }: { withdrawal: DeskWithdrawal }) {
  const t = useTranslations('desk.payouts')
  if (order === null) return null
  const { confirmations, lost, needed, recalled, state, taken } = order
  const isTaken = state === 'ordered' && taken !== null
  return (
    <>
      <Badge tone={tones[state]}>{t(`states.${isTaken ? 'taken' : state}`)}</Badge>
      {state === 'sent' && (
        <Badge tone="plain">
          <span className="figures">{`${String(Math.min(confirmations, needed))}/${String(needed)}`}</span>
        </Badge>
      )}
      {recalled && isRunning(order) && <Badge tone="warning">{t('recalledMark')}</Badge>}
      {lost !== null && <Badge tone="danger">{t(state === 'paid' ? 'lostMark' : 'foundMark')}</Badge>}
    </>
  )
}

/** What the program of its network says of a withdrawal that it was handed. */
export function OrderFacts({ withdrawal }: { withdrawal: DeskWithdrawal }) {
  const t = useTranslations('desk.payouts')
  const chain = useTranslations('desk.chain')
  const cashier = useTranslations('desk.cashier')
  const dateTime = useDateTime()
  const { order } = withdrawal
  if (order === null) return null
  const { confirmations, height, needed, note, reason, released, released_by: by, transaction_id: transaction } = order
  const figures = (text: string) => <span className="figures break-all">{text || '–'}</span>
  const known = payoutReasons.find((one) => one === reason) ?? 'other'
  const count = chain('ofNeeded', { count: String(confirmations), needed: String(needed) })
  return (
    <section className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-center gap-1 text-14 font-medium">
        {t('order')} <OrderMarks withdrawal={withdrawal} />
      </h3>
      <Facts
        facts={[
          // told of above where it is the one that the payout is found by
          ...(transaction === withdrawal.transaction_id
            ? []
            : [{ name: cashier('transaction'), value: figures(transaction) }]),
          { name: chain('confirmations'), value: figures(count) },
          { name: chain('block'), value: figures(height === null ? '' : String(height)) },
          { name: t('releasedBy'), value: <Handed by={by} at={dateTime(released)} /> },
          { name: cashier('reason'), value: reason === '' ? '–' : t(`reasons.${known}`) },
          { name: chain('screening'), value: order.screened === '' ? '–' : chain(`screenings.${order.screened}`) },
          { name: chain('note'), value: figures(note) },
        ]}
      />
    </section>
  )
}

function Handed({ by, at }: { by: string; at: string }) {
  return (
    <>
      <span className="block break-words">{by || '–'}</span>
      <span className="figures block text-secondary">{at}</span>
    </>
  )
}

/** What people can do about an order: want it back, or settle what became of it. */
export function OrderActs({ withdrawal, onDone }: { withdrawal: DeskWithdrawal; onDone: () => void }) {
  const t = useTranslations('desk.payouts')
  const [isOpen, setOpen] = useState(false)
  const { order } = withdrawal
  if (order === null) return null
  const isLost = order.state === 'lost' || order.lost !== null
  const canSettle = isLost || order.silent
  const canRecall = isRunning(order) && order.state === 'ordered' && !order.recalled
  if (!canSettle && !canRecall) return null
  if (!isOpen) {
    return (
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {t(canSettle ? 'settle' : 'recall')}
      </Button>
    )
  }
  return canSettle ? (
    <SettleForm withdrawal={withdrawal} order={order} onDone={onDone} />
  ) : (
    <RecallForm withdrawal={withdrawal} onDone={onDone} />
  )
}
