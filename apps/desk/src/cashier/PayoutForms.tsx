import {
  deskWithdrawalRecall,
  deskWithdrawalRelease,
  deskWithdrawalSettle,
  type PayoutOutcome,
} from '@truemark/protocol/routes/deskPayouts'
import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import type { PayoutOrder } from '@truemark/protocol/routes/payoutOrder'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { DeedForm, isReasonText, ReasonField } from '../deed/door.ts'
import { isTransaction, TransactionField } from './CashierFields.tsx'
import { ReasonedDeed } from './ReasonedDeed.tsx'
import { TypedAgain } from './WithdrawalForms.tsx'

interface FormProps {
  withdrawal: DeskWithdrawal
  onDone: () => void
}

const touched = ['withdrawals', 'payouts', 'proposals', 'treasury']

/** Hands a withdrawal to the program of its network. */
export function ReleaseForm({ withdrawal, onDone }: FormProps) {
  const t = useTranslations('desk.payouts')
  const { id, network } = withdrawal
  return (
    <TypedAgain
      withdrawal={withdrawal}
      onDone={onDone}
      words={{ text: t('releaseExplained', { network }), act: t('release'), done: t('released') }}
      send={(body) => call(deskWithdrawalRelease, { params: { id }, body })}
    />
  )
}

/** Wants a payout back from its program. */
export function RecallForm({ withdrawal: { id }, onDone }: FormProps) {
  const t = useTranslations('desk.payouts')
  return (
    <ReasonedDeed
      text={t('recallExplained')}
      label={t('recall')}
      done={t('recalledDone')}
      touches={touched}
      send={(reason) => call(deskWithdrawalRecall, { params: { id }, body: { reason } })}
      onDone={onDone}
    />
  )
}

function outcomesOf({ silent, state }: PayoutOrder): readonly PayoutOutcome[] {
  if (state === 'lost') return ['paid', 'returned']
  return silent ? ['lost'] : ['noted']
}

interface SettleProps extends FormProps {
  order: PayoutOrder
}

/** Says, by two people, what became of a payout that is not to be found. */
export function SettleForm({ withdrawal, order, onDone }: SettleProps) {
  const t = useTranslations('desk')
  const outcomes = outcomesOf(order)
  const [outcome, setOutcome] = useState<PayoutOutcome>(outcomes[0] ?? 'noted')
  const [transaction, setTransaction] = useState(order.transaction_id)
  const [reason, setReason] = useState('')
  const isGiven = outcome !== 'paid' || isTransaction(transaction)
  return (
    <DeedForm
      label={t('payouts.settle')}
      faulty={!isGiven || !isReasonText(reason)}
      send={() =>
        call(deskWithdrawalSettle, {
          params: { id: withdrawal.id },
          body: { outcome, transaction_id: outcome === 'paid' ? transaction.trim() : '', reason: reason.trim() },
        })
      }
      touches={touched}
      done={t('payouts.settled')}
      onDone={onDone}
    >
      {(tried, act) => (
        <>
          {outcomes.length > 1 && (
            <Segmented
              label={t('cashier.decision')}
              value={outcome}
              items={outcomes.map((value) => ({ value, label: t(`payouts.outcomes.${value}`) }))}
              onValueChange={setOutcome}
            />
          )}
          <p className="text-14 text-secondary">{t(`payouts.outcomeTexts.${outcome}`)}</p>
          {outcome === 'paid' && (
            <TransactionField value={transaction} isWrong={tried && !isGiven} onChange={setTransaction} />
          )}
          <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} onEnter={act} />
        </>
      )}
    </DeedForm>
  )
}
