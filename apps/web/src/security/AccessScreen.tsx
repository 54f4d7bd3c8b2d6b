import { personalActions } from '@truemark/protocol/auditActions'
import type { Touch } from '@truemark/protocol/routes/touches'
import { depositReason, withdrawalReason } from '@truemark/protocol/routes/wallet'
import { useTranslations } from 'use-intl'
import { RecordPages } from '../parts/RecordPages.tsx'
import { useDateTime } from '../i18n/door.ts'
import { useTouches } from './access.ts'
import { FrozenNotice } from './FrozenNotice.tsx'
import { SecurityFrame } from './SecurityFrame.tsx'

/** Who of the operator's people has looked at or changed the account. */
export function AccessScreen() {
  const t = useTranslations('security.access')
  return (
    <SecurityFrame title="accountAccess" demo="demo_no_security">
      <div className="flex flex-col gap-4 pt-4">
        <FrozenNotice />
        <p className="text-14 text-secondary">{t('explained')}</p>
        <RecordPages query={useTouches()} emptyTitle={t('emptyTitle')} emptyText={t('emptyText')} action={null}>
          {(touch) => <TouchRow key={touch.id} touch={touch} />}
        </RecordPages>
      </div>
    </SecurityFrame>
  )
}

function TouchRow({ touch }: { touch: Touch }) {
  const t = useTranslations('security.access')
  const dateTime = useDateTime()
  const reason = useReasonText(touch)
  const known = personalActions.find((name) => name === touch.action)
  return (
    <li className="flex flex-col gap-1 rounded-card bg-surface p-4">
      <span className="text-16 font-medium">{t(`actions.${known ?? 'other'}`)}</span>
      {reason !== null && <span className="text-14 break-words text-secondary">{reason}</span>}
      <span className="flex flex-wrap justify-between gap-x-4 text-12 text-quiet">
        <span>{t('by', { name: touch.operator })}</span>
        <span className="figures">{dateTime(touch.time)}</span>
      </span>
    </li>
  )
}

// a reason of the closed lists in the reader's language, else as the operator wrote it
function useReasonText({ action, reason }: Touch): string | null {
  const deposits = useTranslations('wallet.depositReason')
  const withdrawals = useTranslations('wallet.withdrawalReason')
  // of what could not be done the text itself says so
  if (reason === '' || action.endsWith('_refused') || action === 'proposal_failed') return null
  if (action === 'deposit_rejected') {
    const known = depositReason.options.find((one) => one === reason)
    if (known !== undefined && known !== '') return deposits(known)
  }
  if (action === 'withdrawal_rejected' || action === 'withdrawal_errored') {
    const known = withdrawalReason.options.find((one) => one === reason)
    if (known !== undefined && known !== '') return withdrawals(known)
  }
  return reason
}
