import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { useTranslations } from 'use-intl'
import { Notice } from './Notice.tsx'

/** Says that another deposit has to wait, while one does. */
export function DepositWaits({ terms }: { terms: WalletTerms }) {
  const t = useTranslations('wallet.deposit')
  const notices = useTranslations('notices')
  if (!terms.deposit_pending) return null
  return (
    <Notice to="/recharge/recharge-records" link={t('pendingLink')}>
      {notices('depositWait')}
    </Notice>
  )
}
