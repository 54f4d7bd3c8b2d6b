import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { AccountKind } from '@truemark/protocol/routes/account'
import { useSearch } from '../parts/router/useRouter.ts'
import { useDraft } from '../data/draft.ts'
import { useTried } from '../parts/useTried.ts'
import { useAssets } from '../data/account.ts'
import { useLiveAccount } from '../derivative/door.ts'
import { AccountEnds } from './AccountEnds.tsx'
import { ConfirmTransfer } from './ConfirmTransfer.tsx'
import { FundFrame } from './FundFrame.tsx'
import { TransferAmount } from './TransferAmount.tsx'
import { TransferFigures } from './TransferFigures.tsx'
import {
  draftInSearch,
  isTransferDraft,
  type Stands,
  type TransferDraft,
  transferFault,
  transferScale,
} from './transferForm.ts'

/** Moves USDT between the coin, contract and option accounts: at once and free. */
export function TransferScreen() {
  const t = useTranslations('funds.transfer')
  const funds = useTranslations('funds')
  const shell = useTranslations('shell.title')
  const search = useSearch()
  const first = draftInSearch(search)
  const [draft, setDraft] = useDraft(`transfer ${first.from} ${first.to}`, first, isTransferDraft)
  const [confirming, setConfirming] = useState(false)
  const stands = useStands(draft.from)
  const fault = stands && transferFault(draft, stands)
  const change = (next: TransferDraft) => {
    setDraft(next)
    setTried(false)
  }
  const { tried, setTried, onSubmit } = useTried(fault !== null, () => setConfirming(true), stands === null)
  return (
    <FundFrame
      title={shell('fundTransfer')}
      leads={{ to: '/fund/transfer_history', search: { tab: 'transfers' }, label: funds('history.link') }}
    >
      <form
        noValidate
        onSubmit={onSubmit}
        className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <AccountEnds draft={draft} stands={stands} onChange={change} />
          <TransferAmount draft={draft} stands={stands} tried={tried} fault={fault} onChange={change} />
          <TransferFigures draft={draft} stands={stands} />
          <Button type="submit" wide disabled={stands === null}>
            {t('next')}
          </Button>
        </div>
        <section className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14 text-secondary">
          <p>{t('explained')}</p>
          <p className="text-quiet">{t('explainedContract')}</p>
        </section>
      </form>
      {confirming && stands && (
        <ConfirmTransfer
          draft={draft}
          stands={stands}
          onMoved={() => {
            setConfirming(false)
            change({ ...draft, amount: '' })
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </FundFrame>
  )
}

/** What of USDT stands in each account and can move out of `from`, live; null before it was fetched. */
function useStands(from: AccountKind): Stands | null {
  const assets = useAssets()
  const live = useLiveAccount()
  if (assets === null || (live === null && from === 'contract')) return null
  const availableIn = (account: AccountKind): bigint =>
    parseDecimal(
      assets.balances.find((each) => each.account === account && each.currency === 'USDT')?.available,
      transferScale,
    ) ?? 0n
  const contract = availableIn('contract')
  return {
    available: { coin: availableIn('coin'), contract, option: availableIn('option') },
    usable: live === null || live.usable > contract ? contract : live.usable,
  }
}
