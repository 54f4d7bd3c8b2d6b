import { type Withdrawal, withdrawalCancel } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Copy } from 'lucide-react'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useCopy, useDeadline } from '../i18n/door.ts'
import { shortAddress } from './payeeText.ts'
import { PayoutAnswer } from './PayoutAnswer.tsx'
import { recordCardClass } from './meantRecord.ts'
import { useWithdrawals } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'
import { CancelRecord, WalletRecords } from './WalletRecords.tsx'

/** Every withdrawal with its state and its deadline. */
export function WithdrawRecordsScreen() {
  const t = useTranslations('wallet.withdrawRecords')
  return (
    <WalletFrame
      title="withdrawRecords"
      demo="demo_no_withdraw"
      leads={{ to: '/withdrawal/cashout', label: t('make') }}
    >
      <Records />
    </WalletFrame>
  )
}

function Records() {
  const t = useTranslations('wallet.withdrawRecords')
  const figure = useFigure()
  const [asked, ask] = useState<Withdrawal | null>(null)
  return (
    <>
      <WalletRecords
        title="withdrawRecords"
        useRecords={useWithdrawals}
        all="/withdrawal/withdraw-records"
        make="/withdrawal/cashout"
      >
        {(withdrawal, meant) => (
          <WithdrawalCard
            key={withdrawal.id}
            withdrawal={withdrawal}
            meant={withdrawal.id === meant}
            onCancel={() => ask(withdrawal)}
          />
        )}
      </WalletRecords>
      {asked !== null && (
        <CancelRecord
          title="withdrawRecords"
          text={t('cancelText', { amount: `${figure(asked.amount)} ${asked.currency}` })}
          // what it froze is free again
          send={() => call(withdrawalCancel, { params: { id: asked.id } }).finally(() => void refreshAccount())}
          onDone={() => ask(null)}
        />
      )}
    </>
  )
}

const tones = {
  pending: 'warning',
  approved: 'info',
  errored: 'warning',
  paid: 'up',
  rejected: 'danger',
  canceled: 'plain',
} as const

interface WithdrawalCardProps {
  withdrawal: Withdrawal
  meant: boolean
  onCancel: () => void
}

function WithdrawalCard({ withdrawal, meant, onCancel }: WithdrawalCardProps) {
  const t = useTranslations('wallet.withdrawRecords')
  const status = useTranslations('wallet.withdrawalStatus')
  const { amount, currency } = withdrawal
  return (
    <li className={recordCardClass(meant, 'gap-2.5')} aria-current={meant || undefined}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Amount value={amount} unit={currency} className="text-16 font-medium" />
        <Badge tone={tones[withdrawal.status]}>{status(withdrawal.status)}</Badge>
      </div>
      <State withdrawal={withdrawal} />
      <Facts withdrawal={withdrawal} />
      {withdrawal.status === 'paid' && <PayoutAnswer withdrawal={withdrawal} />}
      {withdrawal.status === 'pending' && (
        <Button kind="secondary" compact className="self-end" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </li>
  )
}

/** What its state means for whoever waits. */
function State({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('wallet.withdrawRecords')
  const reasons = useTranslations('wallet.withdrawalReason')
  const deadline = useDeadline()
  const { status, reason, escalated } = withdrawal
  const time = deadline(withdrawal.deadline)
  if (status === 'errored') return <p className="text-14 text-secondary">{t('errored')}</p>
  if (status === 'pending') {
    return (
      <p className={escalated ? 'figures text-14 text-warning' : 'figures text-14 text-secondary'}>
        {escalated ? t('escalated', { time }) : t('deadline', { time })}
      </p>
    )
  }
  if (status !== 'rejected' && status !== 'canceled') return null
  return (
    <p className="text-14 text-secondary">
      {reason !== '' && <span className="block text-danger">{reasons(reason)}</span>}
      {t('moneyBack')}
    </p>
  )
}

function Facts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('wallet')
  const { currency, fee, payout, payee, memo, network, method, transaction_id: transaction } = withdrawal
  return (
    <dl className="flex flex-col gap-1 text-14">
      <AmountLine label={t('cashout.fee')} value={fee} unit={currency} />
      <AmountLine label={t('withdrawRecords.receive')} value={payout} unit={currency} />
      <Line label={t('cashout.to')}>
        <span className="figures break-words" title={payee}>
          {method === 'address' ? `${shortAddress(payee)} · ${network}` : payee}
        </span>
      </Line>
      {memo !== '' && (
        <Line label={t('address.memo')}>
          <span className="figures break-all">{memo}</span>
        </Line>
      )}
      {transaction !== '' && (
        <Line label={t('depositRecords.transaction')}>
          <span className="flex items-center justify-end gap-1">
            <span className="figures min-w-0 break-all">{transaction}</span>
            <CopyText text={transaction} />
          </span>
        </Line>
      )}
      <Depth withdrawal={withdrawal} />
      <TimeLine label={t('depositRecords.time')} at={withdrawal.created} />
    </dl>
  )
}

/** How deep a payout lies in its network while it is on its way. */
function Depth({ withdrawal: { confirmations, needed, status } }: { withdrawal: Withdrawal }) {
  const t = useTranslations('wallet')
  if (confirmations === null || needed === null || needed === 0 || status !== 'approved') return null
  const count = String(Math.min(confirmations, needed))
  return (
    <Line label={t('network')}>
      <span className="figures" aria-live="polite">
        {t('incoming.confirmations', { count, needed: String(needed) })}
      </span>
    </Line>
  )
}

/** Copies a text that is looked up elsewhere: no link leads out of here. */
function CopyText({ text }: { text: string }) {
  const t = useTranslations('wallet')
  const copy = useCopy()
  return (
    <IconButton label={t('copy')} onClick={() => copy(text)}>
      <Copy size={18} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  )
}
