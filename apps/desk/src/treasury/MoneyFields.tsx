import { currency as currencyText, decimal } from '@truemark/protocol/values'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'

/** An amount and its unit, both typed. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

export const noMoney: Money = { amount: '', currency: '' }

/** The money as the server takes it; null while it is none. */
export function moneyOf({ amount, currency }: Money): Money | null {
  const read = { amount: amount.trim(), currency: currency.trim().toUpperCase() }
  const holds = decimal.safeParse(read.amount).success && currencyText.safeParse(read.currency).success
  return holds && !/^0(\.0*)?$/.test(read.amount) ? read : null
}

export interface MoneyFieldsProps {
  money: Money
  tried: boolean
  onChange: (money: Money) => void
}

/** The fields of an amount and of its unit, which is typed and never assumed. */
export function MoneyFields({ money, tried, onChange }: MoneyFieldsProps) {
  const t = useTranslations('desk')
  const fault = tried && moneyOf(money) === null ? t('fault.figure') : undefined
  return (
    <div className="grid grid-cols-[2fr_1fr] gap-3">
      <TextInput
        label={t('common.amount')}
        error={fault}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={money.amount}
        onChange={(event) => onChange({ ...money, amount: event.target.value })}
      />
      <TextInput
        label={t('treasury.currency')}
        autoComplete="off"
        maxLength={12}
        value={money.currency}
        onChange={(event) => onChange({ ...money, currency: event.target.value })}
      />
    </div>
  )
}
