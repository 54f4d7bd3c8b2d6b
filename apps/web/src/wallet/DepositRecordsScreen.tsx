import { type Deposit, depositCancel, depositVoucher } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { call, callMedia } from '../data/api.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { recordCardClass } from './meantRecord.ts'
import { useDeposits, walletKey } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'
import { CancelRecord, WalletRecords } from './WalletRecords.tsx'
import { BlobImage } from './BlobImage.tsx'
import { useRefusalText } from './refusal.ts'

/** Every deposit with its state. */
export function DepositRecordsScreen() {
  const t = useTranslations('wallet.depositRecords')
  return (
    <WalletFrame title="depositRecords" demo="demo_no_deposit" leads={{ to: '/recharge/deposit', label: t('make') }}>
      <Records />
    </WalletFrame>
  )
}

function Records() {
  const t = useTranslations('wallet.depositRecords')
  const [asked, ask] = useState<Deposit | null>(null)
  const [shown, show] = useState<Deposit | null>(null)
  return (
    <>
      <WalletRecords
        title="depositRecords"
        useRecords={useDeposits}
        all="/recharge/recharge-records"
        make="/recharge/deposit"
      >
        {(deposit, meant) => (
          <DepositCard
            key={deposit.id}
            deposit={deposit}
            meant={deposit.id === meant}
            onShow={() => show(deposit)}
            onCancel={() => ask(deposit)}
          />
        )}
      </WalletRecords>
      {shown !== null && <VoucherSheet deposit={shown} onClose={() => show(null)} />}
      {asked !== null && (
        <CancelRecord
          title="depositRecords"
          text={t('cancelText')}
          send={() => call(depositCancel, { params: { id: asked.id } })}
          onDone={() => ask(null)}
        />
      )}
    </>
  )
}

const tones = { pending: 'warning', completed: 'up', rejected: 'danger', canceled: 'plain' } as const

interface DepositCardProps {
  deposit: Deposit
  meant: boolean
  onShow: () => void
  onCancel: () => void
}

function DepositCard({ deposit, meant, onShow, onCancel }: DepositCardProps) {
  const t = useTranslations('wallet.depositRecords')
  const wallet = useTranslations('wallet')
  const status = useTranslations('wallet.depositStatus')
  const reason = useTranslations('wallet.depositReason')
  const { amount, received, currency, network } = deposit
  return (
    <li className={recordCardClass(meant, 'gap-2.5')} aria-current={meant || undefined}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Amount value={received ?? amount} unit={currency} className="text-16 font-medium" />
        <Badge tone={tones[deposit.status]}>{status(deposit.status)}</Badge>
      </div>
      {deposit.reason !== '' && <p className="text-14 text-danger">{reason(deposit.reason)}</p>}
      <dl className="flex flex-col gap-1 text-14">
        <AmountLine label={t('said')} value={amount} unit={currency} />
        {received !== null && <AmountLine label={t('credited')} strong value={received} unit={currency} />}
        {network !== '' && <Line label={wallet('network')}>{network}</Line>}
        {deposit.transaction_id !== '' && (
          <Line label={t('transaction')}>
            <span className="figures break-all">{deposit.transaction_id}</span>
          </Line>
        )}
        <TimeLine label={t('time')} at={deposit.created} />
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" compact onClick={onShow}>
          {wallet('image.label')}
        </Button>
        {deposit.status === 'pending' && (
          <Button kind="secondary" compact onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The image of a deposit's voucher, as it is kept. */
function VoucherSheet({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
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
