import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { withdrawalCancel, type Withdrawal } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button, buttonClass } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { Line } from '../parts/Line.tsx'
import { RecordPages } from '../parts/RecordPages.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useDateTime } from '../reader/door.ts'
import { shortAddress } from './payeeText.ts'
import { CopyText } from './CopyText.tsx'
import { PayoutAnswer } from './PayoutAnswer.tsx'
import { recordCardClass, useMeantRecord } from './meantRecord.ts'
import { RecordChoiceTabs } from './RecordChoiceTabs.tsx'
import { useRefusalText } from './refusal.ts'
import { useWithdrawals, walletKey, type RecordChoice } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

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
  const wallet = useTranslations('wallet')
  const shell = useTranslations('shell')
  const [choice, choose] = useState<RecordChoice>('all')
  const meant = useMeantRecord()
  const navigate = useNavigate()
  const query = useWithdrawals(choice, meant)
  const showAll = () => void navigate({ to: '/withdrawal/withdraw-records', search: {}, replace: true })
  const [asked, ask] = useState<Withdrawal | null>(null)
  const pick = (next: RecordChoice) => {
    choose(next)
    if (meant !== '') showAll()
  }
  return (
    <div className="flex flex-col gap-4">
      <RecordChoiceTabs label={shell('title.withdrawRecords')} choice={choice} onChange={pick} />
      <RecordPages
        query={query}
        emptyTitle={choice === 'all' ? t('emptyTitle') : wallet('choice.empty')}
        emptyText={choice === 'all' ? t('emptyText') : ''}
        onAll={meant === '' ? undefined : showAll}
        action={
          <Link to="/withdrawal/cashout" className={buttonClass('secondary', true)}>
            {t('make')}
          </Link>
        }
      >
        {(withdrawal) => (
          <WithdrawalCard
            key={withdrawal.id}
            withdrawal={withdrawal}
            meant={withdrawal.id === meant}
            onCancel={() => ask(withdrawal)}
          />
        )}
      </RecordPages>
      {asked !== null && <CancelWithdrawal withdrawal={asked} onDone={() => ask(null)} />}
    </div>
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
  const dateTime = useDateTime()
  const { status, reason, escalated } = withdrawal
  const time = dateTime(withdrawal.deadline)
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
  const dateTime = useDateTime()
  const { currency, fee, payout, payee, network, method, transaction_id: transaction } = withdrawal
  return (
    <dl className="flex flex-col gap-1 text-14">
      <Line label={t('cashout.fee')}>
        <Amount value={fee} unit={currency} />
      </Line>
      <Line label={t('withdrawRecords.receive')}>
        <Amount value={payout} unit={currency} />
      </Line>
      <Line label={t('cashout.to')}>
        <span className="figures break-words" title={payee}>
          {method === 'address' ? `${shortAddress(payee)} · ${network}` : payee}
        </span>
      </Line>
      {transaction !== '' && (
        <Line label={t('depositRecords.transaction')}>
          <span className="flex items-center justify-end gap-1">
            <span className="figures min-w-0 break-all">{transaction}</span>
            <CopyText text={transaction} />
          </span>
        </Line>
      )}
      <Line label={t('depositRecords.time')}>
        <span className="figures">{dateTime(withdrawal.created)}</span>
      </Line>
    </dl>
  )
}

function CancelWithdrawal({ withdrawal, onDone }: { withdrawal: Withdrawal; onDone: () => void }) {
  const t = useTranslations('wallet.withdrawRecords')
  const figure = useFigure()
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(withdrawalCancel, { params: { id: withdrawal.id } }),
    onSuccess: () => void toast.success(t('done')),
    onError: (failure) => void toast.error(refusalText(failure)),
    onSettled() {
      void refreshAccount()
      void queries.invalidateQueries({ queryKey: walletKey })
      onDone()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('cancelTitle')}
      description={t('cancelText', { amount: `${figure(withdrawal.amount)} ${withdrawal.currency}` })}
      confirmLabel={t('cancel')}
      confirmKind="danger"
      cancelLabel={t('keep')}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    />
  )
}
