import { accountKind } from '@truemark/protocol/routes/account'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { FileText, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from '../parts/router/useRouter.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { useTimezone } from '../i18n/door.ts'
import { areDaysValid, filterOf, noChoice, type RecordChoice } from './recordChoice.ts'
import { RecordChoiceFields, type RecordChoiceFieldsProps } from './RecordChoiceFields.tsx'
import { RecordList } from './RecordList.tsx'

/** Every movement of one's money, by account, category and date. */
export function RecordsScreen() {
  const t = useTranslations('account.records')
  const shell = useTranslations('shell')
  const notices = useTranslations('notices')
  const timezone = useTimezone()
  const search = useSearch()
  const asked = accountKind.safeParse(search['type'])
  const [choice, setChoice] = useState<RecordChoice>({ ...noChoice, type: asked.success ? asked.data : 'all' })
  const [open, setOpen] = useState(false)
  return (
    <>
      <BackHeader
        title={t('title')}
        actions={
          <Button kind="quiet" compact className="-mr-3 px-3 tablet:hidden" onClick={() => setOpen(true)}>
            <ListFilter size={18} strokeWidth={1.5} aria-hidden="true" />
            {t('filter')}
          </Button>
        }
      />
      <Page width="panes" className="grid gap-x-8 gap-y-3 tablet:grid-cols-[17rem_minmax(0,1fr)]">
        <aside className="hidden tablet:block">
          <div className="sticky top-[calc(var(--strip,0px)+4rem)] flex flex-col gap-4">
            <RecordChoiceFields choice={choice} onChange={setChoice} />
            <Button kind="quiet" compact onClick={() => setChoice(noChoice)}>
              {t('clear')}
            </Button>
          </div>
        </aside>
        <div className="flex min-w-0 flex-col gap-3">
          <TextLink to="/setting/statements" className="-my-2 gap-2 self-start">
            <FileText size={18} strokeWidth={1.5} aria-hidden="true" />
            {shell('title.statements')}
          </TextLink>
          <div className="tablet:hidden">
            <FilterChips choice={choice} onChange={setChoice} />
          </div>
          {areDaysValid(choice) ? (
            <RecordList filter={filterOf(choice, timezone)} />
          ) : (
            <div className="rounded-card bg-surface">
              <EmptyState drawing="search" title={notices('timeInvalid')} />
            </div>
          )}
        </div>
      </Page>
      <FilterSheet open={open} onOpenChange={setOpen} choice={choice} onChange={setChoice} />
    </>
  )
}

interface FilterSheetProps extends RecordChoiceFieldsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function FilterSheet({ open, onOpenChange, choice, onChange }: FilterSheetProps) {
  const t = useTranslations('account.records')
  return (
    <OwnSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('filter')}
      footer={
        <>
          <Button kind="secondary" className="flex-1" onClick={() => onChange(noChoice)}>
            {t('clear')}
          </Button>
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RecordChoiceFields choice={choice} onChange={onChange} />
      </div>
    </OwnSheet>
  )
}

/** What narrows the list now, each with its way out. */
function FilterChips({ choice, onChange }: { choice: RecordChoice; onChange: (choice: RecordChoice) => void }) {
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
