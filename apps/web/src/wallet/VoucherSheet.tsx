import { useQuery } from '@tanstack/react-query'
import { depositVoucher, type Deposit } from '@truemark/protocol/routes/wallet'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { callMedia } from '../data/api.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { BlobImage } from './BlobImage.tsx'
import { useRefusalText } from './refusal.ts'
import { walletKey } from './walletQueries.ts'

/** The image of a deposit's voucher, as it is kept. */
export function VoucherSheet({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const t = useTranslations('wallet.image')
  const refusalText = useRefusalText()
  const query = useQuery({
    queryKey: [...walletKey, 'voucher', deposit.id],
    queryFn: () => callMedia(depositVoucher, { id: deposit.id }),
    staleTime: Infinity,
  })
  return (
    <OwnSheet onClose={onClose} title={t('label')}>
      {query.data && (
        <BlobImage blob={query.data} alt={t('label')} className="min-h-24 w-full rounded-chip object-contain" />
      )}
      {query.isPending && <Skeleton className="h-72 rounded-card" />}
      <Refused text={query.isError ? refusalText(query.error) : undefined} />
    </OwnSheet>
  )
}
