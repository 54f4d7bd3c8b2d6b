import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { areDaysValid, categoriesInOrder, type RecordChoice } from './recordChoice.ts'

export interface RecordChoiceFieldsProps {
  choice: RecordChoice
  onChange: (choice: RecordChoice) => void
}

/** Account, category and days of the records that are shown. */
export function RecordChoiceFields({ choice, onChange }: RecordChoiceFieldsProps) {
  const t = useTranslations('account')
  const notices = useTranslations('notices')
  const put = (change: Partial<RecordChoice>) => onChange({ ...choice, ...change })
  return (
    <>
      <Select
        label={t('records.account')}
        value={choice.type}
        options={[
          { value: 'all', label: t('records.allAccounts') },
          ...(['coin', 'contract', 'option'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        onValueChange={(type) => put({ type })}
      />
      <Select
        label={t('records.category')}
        value={choice.category}
        options={[
          { value: 'all', label: t('records.all') },
          ...categoriesInOrder.map((value) => ({ value, label: t(`category.${value}`) })),
        ]}
        onValueChange={(category) => put({ category })}
      />
      <TextInput
        type="date"
        label={t('records.from')}
        value={choice.fromDay}
        max={choice.toDay || undefined}
        onChange={(event) => put({ fromDay: event.target.value })}
      />
      <TextInput
        type="date"
        label={t('records.to')}
        value={choice.toDay}
        min={choice.fromDay || undefined}
        error={areDaysValid(choice) ? undefined : notices('timeInvalid')}
        onChange={(event) => put({ toDay: event.target.value })}
      />
    </>
  )
}
