import { useQuery } from '@tanstack/react-query'
import { depositVoucher, type Deposit } from '@truemark/protocol/routes/wallet'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { callMedia } from '../data/api.ts'
import { BlobImage } from './BlobImage.tsx'
import { Refused } from './Refused.tsx'
import { useRefusalText } from './refusal.ts'
import { walletKey } from './walletQueries.ts'

/** The image of a deposit's voucher, as it is kept. */
export function VoucherSheet({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const t = useTranslations('wallet.image')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const query = useQuery({
    queryKey: [...walletKey, 'voucher', deposit.id],
    queryFn: () => callMedia(depositVoucher, { id: deposit.id }),
    staleTime: Infinity,
  })
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('label')} closeLabel={action('close')}>
      {query.data && (
        <BlobImage blob={query.data} alt={t('label')} className="min-h-24 w-full rounded-chip object-contain" />
      )}
      {query.isPending && <Skeleton className="h-72 rounded-card" />}
      <Refused text={query.isError ? refusalText(query.error) : undefined} />
    </Sheet>
  )
}
