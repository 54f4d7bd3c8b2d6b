import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { CopyButton } from '../deed/door.ts'
import { Facts, OwnSheet } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { EscalatedBadge } from '../waiting/door.ts'
import { ApproveForm, FailForm, PayForm, RejectWithdrawal } from './WithdrawalForms.tsx'
import { OrderActs, OrderFacts, isRunning } from './PayoutOrder.tsx'
import { ReleaseForm } from './PayoutForms.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

type Act = 'approve' | 'release' | 'pay' | 'fail' | 'reject'

/** What can be done next, by how a withdrawal stands; a payout that began is never cancelled, only resolved. */
const actsOf: Readonly<Record<DeskWithdrawal['status'], readonly Act[]>> = {
  pending: ['approve', 'reject'],
  approved: ['pay', 'fail', 'reject'],
  errored: ['pay', 'reject'],
  paid: [],
  rejected: [],
  canceled: [],
}

// what a program pays no person pays as well
function actsFor({ frozen, machine, order, status }: DeskWithdrawal): readonly Act[] {
  if (order !== null && isRunning(order)) return []
  const open = actsOf[status]
  const acts: readonly Act[] = machine && status === 'approved' ? ['release', ...open] : open
  return frozen === null ? acts : acts.filter((one) => frozenActs.has(one))
}

/** What a freeze leaves: what is known of a payout may be said, and the money given back to the account. */
const frozenActs: ReadonlySet<Act> = new Set(['fail', 'reject'])

/** One withdrawal with its payee whole, and the next step. */
export function WithdrawalSheet({ withdrawal, onClose }: { withdrawal: DeskWithdrawal; onClose: () => void }) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_wallet_write')
  const acts = mayWrite ? actsFor(withdrawal) : []
  const [wanted, want] = useState<Act | null>(null)
  // another may have gone on with it since
  const chosen = acts.find((act) => act === wanted) ?? acts[0]
  const form = { withdrawal, onDone: onClose }
  return (
    <OwnSheet onClose={onClose} title={t('cashier.withdrawal')} description={withdrawal.account || withdrawal.uid}>
      <div className="flex flex-col gap-5">
        <Frozen withdrawal={withdrawal} />
        <Payee withdrawal={withdrawal} />
        <WithdrawalFacts withdrawal={withdrawal} />
        <OrderFacts withdrawal={withdrawal} />
        {mayWrite && <OrderActs {...form} />}
        {withdrawal.status === 'errored' && (
          <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">{t('cashier.erroredText')}</p>
        )}
        {chosen !== undefined && (
          <Segmented
            label={t('cashier.decision')}
            value={chosen}
            items={acts.map((value) => ({
              value,
              label: value === 'release' ? t('payouts.releaseAct') : t(`cashier.acts.${value}`),
            }))}
            onValueChange={want}
          />
        )}
        {chosen === 'approve' && <ApproveForm {...form} />}
        {chosen === 'release' && <ReleaseForm {...form} />}
        {chosen === 'pay' && <PayForm {...form} />}
        {chosen === 'fail' && <FailForm {...form} />}
        {chosen === 'reject' && <RejectWithdrawal {...form} />}
      </div>
    </OwnSheet>
  )
}

// on which legal ground nothing is paid, as its owner reads it
function Frozen({ withdrawal: { frozen, status } }: { withdrawal: DeskWithdrawal }) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  if (frozen === null || actsOf[status].length === 0) return null
  return (
    <section className="flex flex-col gap-1 rounded-control bg-danger-soft px-3.5 py-2.5 text-14">
      <h3 className="font-medium text-danger">{t('cashier.frozenSince', { time: dateTime(frozen.since) })}</h3>
      <p className="break-words">
        {t(`users.grounds.${frozen.ground}`)}: {frozen.reference}
      </p>
      <p className="text-secondary">{t('cashier.frozenText')}</p>
    </section>
  )
}

function Payee({ withdrawal }: { withdrawal: DeskWithdrawal }) {
  const t = useTranslations('desk.cashier')
  const { method, memo, network, payee, payout, currency, bank } = withdrawal
  return (
    <section className="flex flex-col gap-2 rounded-control bg-raised p-3.5">
      <p className="figures text-20 font-semibold">
        {payout} {currency}
      </p>
      <div className="flex items-center gap-2">
        <span className="figures min-w-0 flex-1 text-14 break-all">
          {method === 'address' ? `${network}: ${payee}` : payee}
        </span>
        <CopyButton text={payee} label={t('copyPayee')} />
      </div>
      {memo !== '' && (
        <div className="flex items-center gap-2">
          <span className="figures min-w-0 flex-1 text-14 font-semibold break-all">
            {t('memo')}: {memo}
          </span>
          <CopyButton text={memo} label={t('copyMemo')} />
        </div>
      )}
      {Object.entries(bank).map(([name, value]) => (
        <p key={name} className="flex flex-wrap justify-between gap-x-4 text-14">
          <span className="text-12 text-quiet">{name.replaceAll('_', ' ')}</span>
          <span className="break-all">{value}</span>
        </p>
      ))}
    </section>
  )
}

function WithdrawalFacts({ withdrawal }: { withdrawal: DeskWithdrawal }) {
  const t = useTranslations('desk.cashier')
  const common = useTranslations('desk.common')
  const dateTime = useDateTime()
  const { amount, fee, currency, status, reason } = withdrawal
  const figures = (text: string) => <span className="figures break-all">{text}</span>
  return (
    <Facts
      facts={[
        { name: common('amount'), value: figures(`${amount} ${currency}`) },
        { name: t('fee'), value: figures(`${fee} ${currency}`) },
        { name: t('asked'), value: figures(dateTime(withdrawal.created)) },
        {
          name: t('deadline'),
          value: (
            <span className="flex flex-wrap gap-2">
              {figures(dateTime(withdrawal.deadline))} <EscalatedBadge of={withdrawal} />
            </span>
          ),
        },
        { name: t('state'), value: <WithdrawalState status={status} /> },
        { name: t('transaction'), value: figures(withdrawal.transaction_id || '–') },
        {
          name: t('answer'),
          value:
            withdrawal.answer === null || withdrawal.answered === null
              ? '–'
              : `${t(`answers.${withdrawal.answer}`)} · ${dateTime(withdrawal.answered)}`,
        },
        { name: t('approvedBy'), value: withdrawal.approved_by || '–' },
        { name: t('decidedBy'), value: withdrawal.decided_by || '–' },
        { name: t('reason'), value: reason === '' ? '–' : t(`withdrawalReasons.${reason}`) },
      ]}
    />
  )
}
