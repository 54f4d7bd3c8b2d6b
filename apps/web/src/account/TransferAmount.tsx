import { formatDecimal } from '@truemark/core/money/decimal'
import { PercentSlider } from '@truemark/ui/primitives/PercentSlider'
import { useTranslations } from 'use-intl'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { FieldButton } from '../parts/TextLink.tsx'
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
  const movable = stands === null ? null : movableFrom(draft.from, stands)
  const most = movable === null ? undefined : formatDecimal(movable, transferScale)
  const put = (amount: string) => onChange({ ...draft, amount })
  const told = fault !== null && (tried || fault !== 'transfer_not_positive')
  return (
    <div className="flex flex-col gap-1">
      <FigureInput
        label={t('amount')}
        aside={<Available label={t('most')} value={most} unit="USDT" decimalsMax={transferScale} />}
        value={draft.amount}
        decimals={transferScale}
        unit="USDT"
        error={told ? errors(fault) : undefined}
        after={
          <FieldButton disabled={most === undefined} onPress={() => put(most ?? '')}>
            {t('max')}
          </FieldButton>
        }
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
