import { useTranslations } from 'use-intl'
import { AmountLine } from '../parts/Line.tsx'
import { afterTransfer, transferScale, type Stands, type TransferDraft } from './transferForm.ts'

/** What a transfer costs and what stands in both accounts afterwards. */
export function TransferFigures({ draft, stands }: { draft: TransferDraft; stands: Stands | null }) {
  const t = useTranslations('funds.transfer')
  const account = useTranslations('account.assets')
  const after = stands && afterTransfer(draft, stands)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('fee')} value="0" unit="USDT" decimalsMin={0} />
      <AmountLine
        label={t('after', { account: account(draft.from) })}
        value={after?.from}
        unit="USDT"
        decimalsMax={transferScale}
      />
      <AmountLine
        label={t('after', { account: account(draft.to) })}
        strong
        value={after?.to}
        unit="USDT"
        decimalsMax={transferScale}
      />
    </dl>
  )
}
