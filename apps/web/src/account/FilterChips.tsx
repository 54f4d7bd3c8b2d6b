import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { noChoice, type RecordChoice } from './recordChoice.ts'

/** What narrows the list now, each with its way out. */
export function FilterChips({ choice, onChange }: { choice: RecordChoice; onChange: (choice: RecordChoice) => void }) {
  const t = useTranslations('account')
  const chips = [
    choice.type !== 'all' && { field: 'type', text: t(`kind.${choice.type}`) },
    choice.category !== 'all' && { field: 'category', text: t(`category.${choice.category}`) },
    choice.fromDay !== '' && { field: 'fromDay', text: `${t('records.from')} ${choice.fromDay}` },
    choice.toDay !== '' && { field: 'toDay', text: `${t('records.to')} ${choice.toDay}` },
  ].filter((chip) => chip !== false)
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map(({ field, text }) => (
        <li key={field}>
          <button
            type="button"
            aria-label={`${t('records.clear')}: ${text}`}
            onClick={() => onChange({ ...choice, ...without(field) })}
            className="feedback inline-flex min-h-11 items-center gap-1.5 rounded-full bg-primary-soft px-3.5 text-14 text-primary"
          >
            <span className="figures">{text}</span>
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function without(field: string): Partial<RecordChoice> {
  if (field === 'type') return { type: noChoice.type }
  if (field === 'category') return { category: noChoice.category }
  return field === 'fromDay' ? { fromDay: '' } : { toDay: '' }
}
