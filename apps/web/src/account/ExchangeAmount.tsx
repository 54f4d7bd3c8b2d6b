import { useTranslations } from 'use-intl'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { FieldButton } from '../parts/TextLink.tsx'
import type { exchangeFault, ExchangeDraft } from './exchangeForm.ts'

interface ExchangeAmountProps {
  draft: ExchangeDraft
  scale: number
  /** What of the source can be given; undefined while it is fetched. */
  available: string | undefined
  fault: ReturnType<typeof exchangeFault>
  onChange: (draft: ExchangeDraft) => void
}

/** How much is given, of how much there is. */
export function ExchangeAmount({ draft, scale, available, fault, onChange }: ExchangeAmountProps) {
  const t = useTranslations('funds.exchange')
  const errors = useTranslations('errors')
  const put = (amount: string) => onChange({ ...draft, amount })
  return (
    <FigureInput
      label={t('amount')}
      aside={<Available label={t('available')} value={available} unit={draft.source} />}
      value={draft.amount}
      decimals={scale}
      unit={draft.source}
      error={fault === null ? undefined : errors(fault)}
      after={
        <FieldButton disabled={available === undefined} onPress={() => put(available ?? '')}>
          {t('max')}
        </FieldButton>
      }
      onValueChange={put}
    />
  )
}
