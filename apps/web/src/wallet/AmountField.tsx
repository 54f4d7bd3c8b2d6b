import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { useTranslations } from 'use-intl'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { FieldButton } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'

interface AmountFieldProps {
  currency: string
  scale: number
  terms: WalletTerms
  value: string
  error: string | undefined
  onChange: (amount: string) => void
}

/** How much is taken out, of how much there is. */
export function AmountField({ currency, scale, terms, value, error, onChange }: AmountFieldProps) {
  const t = useTranslations('wallet')
  const figure = useFigure()
  const known = terms.currencies.find((one) => one.currency === currency)
  const available = known?.available ?? '0'
  const least = known?.withdrawal_min ?? '0'
  return (
    <FigureInput
      label={t('amount')}
      aside={<Available label={t('cashout.available')} value={available} unit={currency} />}
      value={value}
      decimals={scale}
      unit={currency}
      error={error}
      hint={`${t('deposit.min', { amount: `${figure(least)} ${currency}` })}. ${t('cashout.wholeBelow')}`}
      after={<FieldButton onPress={() => onChange(available)}>{t('all')}</FieldButton>}
      onValueChange={onChange}
    />
  )
}
