import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'

interface FieldProps {
  value: string
  isWrong: boolean
  onChange: (text: string) => void
}

/** The unit of an amount, typed as it was read. */
export function UnitField({ currency, value, isWrong, onChange }: FieldProps & { currency: string }) {
  const t = useTranslations('desk.cashier')
  return (
    <TextInput
      label={t('unit')}
      hint={t('unitHint', { currency })}
      error={isWrong ? t('unitWrong') : undefined}
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const transactionMin = 3

/** Whether a text is what a payout can be found by. */
export function isTransaction(text: string): boolean {
  return text.trim().length >= transactionMin
}

/** What a payout can be found by. */
export function TransactionField({ value, isWrong, onChange }: FieldProps) {
  const t = useTranslations('desk')
  return (
    <TextInput
      label={t('cashier.transaction')}
      error={isWrong ? t('fault.required') : undefined}
      autoComplete="off"
      maxLength={400}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
