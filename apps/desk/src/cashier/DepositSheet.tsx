import { depositRejections } from '@truemark/core/wallet/rejections'
import {
  deskDepositComplete,
  deskDepositReject,
  deskDepositVoucher,
  type DeskDeposit,
} from '@truemark/protocol/routes/deskWallet'
import { decimal } from '@truemark/protocol/values'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { DeedForm, isReasonText, ReasonField } from '../deed/door.ts'
import { UnitField } from './CashierFields.tsx'
import { Facts, OwnSheet } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { EscalatedBadge } from '../waiting/door.ts'
import { DepositMarks } from './DepositMarks.tsx'
import { RejectForm } from './RejectForm.tsx'
import { useImage } from '../data/useImage.ts'

const touched = ['deposits', 'treasury']

/** One deposit: the voucher beside what was said, and the decision. */
export function DepositSheet({ deposit, onClose }: { deposit: DeskDeposit; onClose: () => void }) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_wallet_write')
  const [act, setAct] = useState<'complete' | 'reject'>('complete')
  const isOpen = deposit.status === 'pending' && mayWrite
  return (
    <OwnSheet onClose={onClose} title={t('cashier.deposit')} description={deposit.account || deposit.uid}>
      <div className="flex flex-col gap-5">
        <span className="flex flex-wrap gap-1 empty:hidden">
          <EscalatedBadge of={deposit} />
          <DepositMarks deposit={deposit} />
        </span>
        <Voucher deposit={deposit} />
        <DepositFacts deposit={deposit} />
        {isOpen && (
          <Segmented
            label={t('cashier.decision')}
            value={act}
            items={[
              { value: 'complete', label: t('cashier.complete') },
              { value: 'reject', label: t('cashier.reject') },
            ]}
            onValueChange={setAct}
          />
        )}
        {isOpen && act === 'complete' && <CompleteForm deposit={deposit} onDone={onClose} />}
        {isOpen && act === 'reject' && <RejectDeposit deposit={deposit} onDone={onClose} />}
      </div>
    </OwnSheet>
  )
}

function Voucher({ deposit }: { deposit: DeskDeposit }) {
  const t = useTranslations('desk.cashier')
  const { url, failed } = useImage(deskDepositVoucher, deposit.has_voucher ? { id: deposit.id } : null)
  if (!deposit.has_voucher || failed) return <p className="text-14 text-secondary">{t('noVoucher')}</p>
  if (url === null) return <Skeleton className="h-48 w-full" />
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block rounded-control bg-raised">
      <img src={url} alt={t('voucher')} className="mx-auto max-h-80 w-auto rounded-control object-contain" />
    </a>
  )
}

function DepositFacts({ deposit }: { deposit: DeskDeposit }) {
  const t = useTranslations('desk.cashier')
  const common = useTranslations('desk.common')
  const dateTime = useDateTime()
  const figures = (text: string) => <span className="figures break-all">{text}</span>
  return (
    <Facts
      facts={[
        { name: common('amount'), value: figures(`${deposit.amount} ${deposit.currency}`) },
        { name: common('network'), value: deposit.network },
        {
          name: t('ownAddress'),
          value: deposit.own_address === '' ? t('sharedAddress') : figures(deposit.own_address),
        },
        ...(deposit.own_memo === '' ? [] : [{ name: t('ownMemo'), value: figures(deposit.own_memo) }]),
        { name: t('transaction'), value: figures(deposit.transaction_id || '–') },
        { name: t('asked'), value: figures(dateTime(deposit.created)) },
        { name: t('state'), value: t(`statuses.${deposit.status}`) },
        { name: t('received'), value: figures(deposit.received ?? '–') },
        { name: t('reason'), value: deposit.reason === '' ? '–' : t(`depositReasons.${deposit.reason}`) },
        { name: t('decidedBy'), value: deposit.decided_by || '–' },
      ]}
    />
  )
}

function CompleteForm({ deposit, onDone }: { deposit: DeskDeposit; onDone: () => void }) {
  const t = useTranslations('desk')
  const [received, setReceived] = useState('')
  const [unit, setUnit] = useState('')
  const [reason, setReason] = useState('')
  const isAmount = decimal.safeParse(received.trim()).success && received.trim() !== '0'
  const isUnit = unit.trim().toUpperCase() === deposit.currency
  return (
    <DeedForm
      label={t('cashier.complete')}
      faulty={!isAmount || !isUnit || !isReasonText(reason)}
      send={() =>
        call(deskDepositComplete, {
          params: { id: deposit.id },
          body: { currency: unit.trim().toUpperCase(), received: received.trim(), reason: reason.trim() },
        })
      }
      touches={touched}
      done={t('cashier.completed', { amount: received, currency: deposit.currency })}
      onDone={onDone}
    >
      {(tried) => (
        <>
          <p className="text-14 text-secondary">{t('cashier.completeExplained')}</p>
          <TextInput
            label={t('cashier.receivedAmount')}
            hint={t('cashier.receivedHint')}
            error={tried && !isAmount ? t('fault.figure') : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            value={received}
            onChange={(event) => setReceived(event.target.value)}
          />
          <UnitField currency={deposit.currency} value={unit} isWrong={tried && !isUnit} onChange={setUnit} />
          <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} />
        </>
      )}
    </DeedForm>
  )
}

function RejectDeposit({ deposit, onDone }: { deposit: DeskDeposit; onDone: () => void }) {
  const t = useTranslations('desk.cashier.depositReasons')
  return (
    <RejectForm
      reasons={depositRejections.map((value) => ({ value, label: t(value) }))}
      first="not_received"
      touches={touched}
      send={(body) => call(deskDepositReject, { params: { id: deposit.id }, body })}
      onDone={onDone}
    />
  )
}
