import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

const tones: Record<DeskWithdrawal['status'], BadgeTone> = {
  pending: 'primary',
  approved: 'info',
  errored: 'danger',
  paid: 'up',
  rejected: 'plain',
  canceled: 'plain',
}

/** How a withdrawal stands, in a word. */
export function WithdrawalState({ status }: { status: DeskWithdrawal['status'] }) {
  const t = useTranslations('desk.cashier')
  return <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
}
