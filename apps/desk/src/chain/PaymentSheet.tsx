import { deskChainDecide, type ChainAct, type ChainPayment } from '@truemark/protocol/routes/deskChain'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { DeedForm, isReasonText, ReasonField } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { Facts, OwnSheet } from '../table/door.ts'
import { ChainMarks, useReasonText } from './ChainMarks.tsx'

const touched = ['chainPayments', 'deposits', 'proposals', 'treasury']

function actsOf({ status, lost, screened }: ChainPayment): readonly ChainAct[] {
  if (lost !== null) return ['settle']
  if (status !== 'held') return []
  return screened === 'reject' ? ['return'] : ['credit', 'return']
}

/** One payment with all that its network says of it, and what two people can do about it. */
export function PaymentSheet({ payment, onClose }: { payment: ChainPayment; onClose: () => void }) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_wallet_write')
  const acts = actsOf(payment)
  return (
    <OwnSheet
      onClose={onClose}
      title={t('chain.payment')}
      description={payment.account || payment.uid || t('chain.nobody')}
    >
      <div className="flex flex-col gap-5">
        <ChainMarks payment={payment} />
        <PaymentFacts payment={payment} />
        {mayWrite && acts.length > 0 && (
          <Decision key={acts.join(' ')} payment={payment} acts={acts} onDone={onClose} />
        )}
      </div>
    </OwnSheet>
  )
}

function PaymentFacts({ payment }: { payment: ChainPayment }) {
  const t = useTranslations('desk.chain')
  const common = useTranslations('desk.common')
  const dateTime = useDateTime()
  const reasonText = useReasonText()
  const figures = (text: string) => <span className="figures break-all">{text || '–'}</span>
  const { confirmations, needed, height, block, screened } = payment
  return (
    <Facts
      facts={[
        { name: common('amount'), value: figures(`${payment.amount} ${payment.currency}`) },
        { name: t('sent'), value: figures(`${payment.sent} ${payment.currency}`) },
        { name: common('network'), value: payment.network },
        { name: t('address'), value: figures(payment.address) },
        { name: t('memo'), value: figures(payment.memo) },
        { name: t('transaction'), value: figures(payment.transaction_id) },
        { name: t('output'), value: figures(String(payment.output)) },
        {
          name: t('confirmations'),
          value: figures(t('ofNeeded', { count: String(confirmations), needed: String(needed) })),
        },
        { name: t('block'), value: figures(height === null ? '' : `${String(height)} ${block}`) },
        { name: t('seen'), value: figures(dateTime(payment.created)) },
        { name: t('reason'), value: reasonText(payment) },
        { name: t('screening'), value: screened === '' ? '–' : t(`screenings.${screened}`) },
        { name: t('note'), value: figures(payment.note) },
        { name: t('settled'), value: figures(payment.settled) },
      ]}
    />
  )
}

interface Typed {
  readonly uid: string
  readonly address: string
  readonly memo: string
  readonly transaction: string
  readonly reason: string
}

const nothing: Typed = { uid: '', address: '', memo: '', transaction: '', reason: '' }

function Decision({ payment, acts, onDone }: { payment: ChainPayment; acts: readonly ChainAct[]; onDone: () => void }) {
  const t = useTranslations('desk')
  const [act, setAct] = useState<ChainAct>(acts[0] ?? 'settle')
  const [typed, setTyped] = useState(nothing)
  const isWhole = act !== 'return' || (typed.address.trim() !== '' && typed.transaction.trim() !== '')
  return (
    <DeedForm
      label={t(`chain.acts.${act}`)}
      faulty={!isWhole || !isReasonText(typed.reason)}
      send={() => {
        const { address, memo, transaction } = typed
        const of = { address: address.trim(), memo: memo.trim(), transaction_id: transaction.trim() }
        const uid = act === 'credit' ? typed.uid.trim() : ''
        const body = { act, uid, ...(act === 'return' ? of : {}), reason: typed.reason.trim() }
        return call(deskChainDecide, { params: { id: payment.id }, body })
      }}
      touches={touched}
      done={t('chain.asked')}
      onDone={onDone}
    >
      {(tried) => (
        <>
          {acts.length > 1 && (
            <Segmented
              label={t('chain.decision')}
              value={act}
              items={acts.map((value) => ({ value, label: t(`chain.acts.${value}`) }))}
              onValueChange={setAct}
            />
          )}
          <p className="text-14 text-secondary">{t(`chain.actTexts.${act}`)}</p>
          <ActFields act={act} isNobodys={payment.uid === null} typed={typed} tried={tried} onChange={setTyped} />
          <ReasonField
            label={t('deed.reason')}
            value={typed.reason}
            onValueChange={(reason) => setTyped({ ...typed, reason })}
            tried={tried}
          />
        </>
      )}
    </DeedForm>
  )
}

function ActFields(props: {
  act: ChainAct
  isNobodys: boolean
  typed: Typed
  tried: boolean
  onChange: (typed: Typed) => void
}) {
  const { act, isNobodys, typed, tried, onChange } = props
  const t = useTranslations('desk')
  const missing = (text: string) => (tried && text.trim() === '' ? t('fault.required') : undefined)
  if (act === 'credit' && isNobodys) {
    return (
      <TextInput
        label={t('chain.who')}
        hint={t('chain.whoHint')}
        autoComplete="off"
        maxLength={40}
        value={typed.uid}
        onChange={(event) => onChange({ ...typed, uid: event.target.value })}
      />
    )
  }
  if (act !== 'return') return null
  return (
    <>
      <TextInput
        label={t('chain.returnTo')}
        error={missing(typed.address)}
        autoComplete="off"
        maxLength={300}
        value={typed.address}
        onChange={(event) => onChange({ ...typed, address: event.target.value })}
      />
      <TextInput
        label={t('chain.returnMemo')}
        autoComplete="off"
        maxLength={100}
        value={typed.memo}
        onChange={(event) => onChange({ ...typed, memo: event.target.value })}
      />
      <TextInput
        label={t('chain.returnBy')}
        error={missing(typed.transaction)}
        autoComplete="off"
        maxLength={400}
        value={typed.transaction}
        onChange={(event) => onChange({ ...typed, transaction: event.target.value })}
      />
    </>
  )
}
