import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { PercentSlider } from '@truemark/ui/primitives/PercentSlider'
import { useTranslations } from 'use-intl'
import {
  movableFrom,
  percentOf,
  shareOf,
  transferScale,
  type Stands,
  type TransferDraft,
  type TransferFault,
} from './transferForm.ts'

interface TransferAmountProps {
  draft: TransferDraft
  stands: Stands | null
  /** Whether it was tried to go on: only then is an empty amount a fault. */
  tried: boolean
  fault: TransferFault | null
  onChange: (draft: TransferDraft) => void
}

/** How much moves, of how much can. */
export function TransferAmount({ draft, stands, tried, fault, onChange }: TransferAmountProps) {
  const t = useTranslations('funds.transfer')
  const errors = useTranslations('errors')
  const shell = useTranslations('shell')
  const movable = stands === null ? null : movableFrom(draft.from, stands)
  const most = movable === null ? undefined : formatDecimal(movable, transferScale)
  const put = (amount: string) => onChange({ ...draft, amount })
  const told = fault !== null && (tried || fault !== 'transfer_not_positive')
  return (
    <div className="flex flex-col gap-1">
      <DecimalInput
        label={t('amount')}
        aside={
          <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
            {t('most')}
            <Amount value={most} unit="USDT" decimalsMax={transferScale} className="text-secondary" />
          </span>
        }
        value={draft.amount}
        decimals={transferScale}
        unit="USDT"
        error={told ? errors(fault) : undefined}
        after={
          <button
            type="button"
            disabled={most === undefined}
            onClick={() => put(most ?? '')}
            className="min-h-11 shrink-0 px-3 text-14 font-medium text-primary"
          >
            {t('max')}
          </button>
        }
        readAs={(read) => shell('figure.readAs', { figure: read })}
        onValueChange={put}
      />
      <PercentSlider
        label={t('share')}
        value={percentOf(draft.amount, movable ?? 0n)}
        disabled={movable === null || movable === 0n}
        onValueChange={(percent) => put(shareOf(percent, movable ?? 0n))}
      />
    </div>
  )
}
