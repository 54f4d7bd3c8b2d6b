import { withdrawalRejections } from '@truemark/core/wallet/rejections'
import {
  deskWithdrawalApprove,
  deskWithdrawalFail,
  deskWithdrawalPay,
  deskWithdrawalReject,
  type DeskWithdrawal,
} from '@truemark/protocol/routes/deskWallet'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { DeedForm } from '../deed/door.ts'
import { isTransaction, TransactionField, UnitField } from './CashierFields.tsx'
import { ReasonedDeed } from './ReasonedDeed.tsx'
import { RejectForm } from './RejectForm.tsx'

interface FormProps {
  withdrawal: DeskWithdrawal
  onDone: () => void
}

const touched = ['withdrawals', 'payouts', 'treasury']

/** Takes a withdrawal into payment: who approves types the amount and the unit that they have read. */
export function ApproveForm({ withdrawal, onDone }: FormProps) {
  const t = useTranslations('desk.cashier')
  return (
    <TypedAgain
      withdrawal={withdrawal}
      onDone={onDone}
      words={{ text: t('approveExplained'), act: t('acts.approve'), done: t('approvedDone') }}
      send={(body) => call(deskWithdrawalApprove, { params: { id: withdrawal.id }, body })}
    />
  )
}

interface TypedAgainProps extends FormProps {
  words: { text: string; act: string; done: string }
  send: (typed: { amount: string; currency: string }) => Promise<unknown>
}

/** A deed before which the amount and the unit are typed that were read. */
export function TypedAgain({ withdrawal, onDone, words, send }: TypedAgainProps) {
  const t = useTranslations('desk.cashier')
  const [amount, setAmount] = useState('')
  const [unit, setUnit] = useState('')
  const { currency } = withdrawal
  const isAmount = amount.trim() === withdrawal.amount
  const isUnit = unit.trim().toUpperCase() === currency
  return (
    <DeedForm
      label={words.act}
      faulty={!isAmount || !isUnit}
      send={() => send({ amount: amount.trim(), currency })}
      touches={touched}
      done={words.done}
      onDone={onDone}
    >
      {(tried) => (
        <>
          <p className="text-14 text-secondary">{words.text}</p>
          <TextInput
            label={t('amountAgain')}
            error={tried && !isAmount ? t('amountWrong') : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <UnitField currency={currency} value={unit} isWrong={tried && !isUnit} onChange={setUnit} />
        </>
      )}
    </DeedForm>
  )
}

/** Says that the payout was made, and by what it can be found. */
export function PayForm({ withdrawal, onDone }: FormProps) {
  const t = useTranslations('desk.cashier')
  const [transaction, setTransaction] = useState('')
  const isGiven = isTransaction(transaction)
  return (
    <DeedForm
      label={t('acts.pay')}
      faulty={!isGiven}
      send={() =>
        call(deskWithdrawalPay, { params: { id: withdrawal.id }, body: { transaction_id: transaction.trim() } })
      }
      touches={touched}
      done={t('paidDone')}
      onDone={onDone}
    >
      {(tried) => (
        <>
          <p className="text-14 text-secondary">{t('payExplained')}</p>
          <TransactionField value={transaction} isWrong={tried && !isGiven} onChange={setTransaction} />
        </>
      )}
    </DeedForm>
  )
}

/** Says that nobody knows whether the payout arrived. */
export function FailForm({ withdrawal: { id }, onDone }: FormProps) {
  const t = useTranslations('desk.cashier')
  return (
    <ReasonedDeed
      text={t('failExplained')}
      label={t('acts.fail')}
      done={t('failedDone')}
      touches={touched}
      send={(reason) => call(deskWithdrawalFail, { params: { id }, body: { reason } })}
      onDone={onDone}
    />
  )
}

/** Gives the money back with a reason out of a closed list. */
export function RejectWithdrawal({ withdrawal, onDone }: FormProps) {
  const t = useTranslations('desk.cashier')
  return (
    <div className="flex flex-col gap-4">
      {withdrawal.status !== 'pending' && <p className="text-14 text-secondary">{t('giveBackExplained')}</p>}
      <RejectForm
        reasons={withdrawalRejections.map((value) => ({ value, label: t(`withdrawalReasons.${value}`) }))}
        first={withdrawal.frozen === null ? 'payee_invalid' : 'legal_order'}
        touches={touched}
        send={(body) => call(deskWithdrawalReject, { params: { id: withdrawal.id }, body })}
        onDone={onDone}
      />
    </div>
  )
}
