import type { DeskDeposit } from '@truemark/protocol/routes/deskWallet'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

/** What speaks against a deposit: its image or its transaction was seen before, or its owner is disabled. */
export function DepositMarks({ deposit }: { deposit: DeskDeposit }) {
  const t = useTranslations('desk.cashier')
  const users = useTranslations('desk.users')
  return (
    <>
      {deposit.same_voucher.length > 0 && <Badge tone="danger">{t('sameVoucher')}</Badge>}
      {deposit.same_transaction.length > 0 && <Badge tone="danger">{t('sameTransaction')}</Badge>}
      {deposit.disabled && <Badge tone="warning">{users('disabled')}</Badge>}
    </>
  )
}
