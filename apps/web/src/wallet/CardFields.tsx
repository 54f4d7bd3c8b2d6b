import type { CardField, CardTexts } from '@truemark/payee/payeeFault'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { bankType } from '@truemark/protocol/routes/payees'
import { useTranslations } from 'use-intl'
import { CountryField } from '../identity/door.ts'

const fieldLengthMax = 140
const accountLengthMax = 100
const codeLengthMax = 40

interface CardFieldsProps {
  draft: CardTexts
  errorAt: (field: CardField) => string | undefined
  onChange: (draft: CardTexts) => void
}

/** The fields of a bank card. */
export function CardFields({ draft, errorAt, onChange }: CardFieldsProps) {
  const t = useTranslations('wallet.card')
  const text = (field: CardField, lengthMax: number, more: { autoComplete?: string; hint?: string } = {}) => (
    <TextInput
      label={t(field)}
      value={draft[field]}
      error={errorAt(field)}
      maxLength={lengthMax}
      autoComplete="off"
      {...more}
      onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
    />
  )
  const wallet = useTranslations('wallet')
  return (
    <div className="grid items-start gap-4 tablet:grid-cols-2">
      {text('payee_name', fieldLengthMax, { autoComplete: 'name' })}
      {text('payee_address', fieldLengthMax, { autoComplete: 'street-address' })}
      <Select
        label={t('bank_type')}
        value={bankType.options.find((one) => one === draft.bank_type) ?? null}
        placeholder={wallet('choose')}
        options={bankType.options.map((value) => ({ value, label: t(value) }))}
        error={errorAt('bank_type')}
        onValueChange={(type) => onChange({ ...draft, bank_type: type })}
      />
      {text('bank_name', fieldLengthMax)}
      {text('account_number', accountLengthMax)}
      {text('bank_address', fieldLengthMax)}
      <CountryField
        label={t('bank_country')}
        value={draft.bank_country}
        error={errorAt('bank_country')}
        onValueChange={(bank_country) => onChange({ ...draft, bank_country })}
      />
      {text('international_code', codeLengthMax, { hint: t('internationalHint') })}
      {text('aba_routing_number', codeLengthMax, { hint: t('abaHint') })}
    </div>
  )
}
