import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useTranslations } from 'use-intl'
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
  const shell = useTranslations('shell')
  const figure = useFigure()
  const known = terms.currencies.find((one) => one.currency === currency)
  const available = known?.available ?? '0'
  const least = known?.withdrawal_min ?? '0'
  return (
    <DecimalInput
      label={t('amount')}
      aside={
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
          {t('cashout.available')}
          <Amount value={available} unit={currency} decimalsMax={8} className="text-secondary" />
        </span>
      }
      value={value}
      decimals={scale}
      unit={currency}
      error={error}
      hint={`${t('deposit.min', { amount: `${figure(least)} ${currency}` })}. ${t('cashout.wholeBelow')}`}
      after={
        <button
          type="button"
          onClick={() => onChange(available)}
          className="min-h-11 shrink-0 px-3 text-14 font-medium text-primary"
        >
          {t('all')}
        </button>
      }
      readAs={(read) => shell('figure.readAs', { figure: read })}
      onValueChange={onChange}
    />
  )
}
